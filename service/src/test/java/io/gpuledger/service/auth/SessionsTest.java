package io.gpuledger.service.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.auth.Sessions.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private Instant now = Instant.parse("2026-11-23T09:30:00Z");
    private final Sessions<String> sessions = new Sessions<>(new Limits(Duration.ofHours(1), 5, 3), () -> now);

    @Test
    void a_session_is_found_by_its_name_and_by_no_other() {
        var name = sessions.open("anna", "proof");
        assertThat(sessions.find(name)).hasValue("proof");
        assertThat(sessions.find(new Token(name.word() + "x"))).isEmpty();
        assertThat(sessions.find(new Token(name.hash().hex()))).isEmpty();
        assertThat(sessions.find(new Token(""))).isEmpty();
    }

    @Test
    void a_session_ends_when_it_is_told_to_and_when_its_time_is_over() {
        var ended = sessions.open("anna", "one");
        var old = sessions.open("anna", "two");
        sessions.end(ended);
        assertThat(sessions.find(ended)).isEmpty();
        assertThat(sessions.find(old)).isPresent();
        now = now.plus(Duration.ofHours(1));
        assertThat(sessions.find(old)).isEmpty();
    }

    @Test
    void using_it_makes_no_session_longer() {
        var name = sessions.open("anna", "proof");
        for (var minutes = 0; minutes < 60; minutes++) {
            assertThat(sessions.find(name)).isPresent();
            now = now.plus(Duration.ofMinutes(1));
        }
        assertThat(sessions.find(name)).isEmpty();
    }

    @Test
    void who_signs_in_ever_again_ends_the_oldest_of_his_own_only() {
        var others = sessions.open("bob", "bobs");
        var his = IntStream.range(0, 20)
                .mapToObj(i -> sessions.open("anna", "proof " + i))
                .toList();
        assertThat(sessions.find(others)).isPresent();
        assertThat(his.reversed())
                .satisfies(all -> assertThat(all.subList(0, 3))
                        .allSatisfy(name -> assertThat(sessions.find(name)).isPresent()));
        assertThat(his.subList(0, 17))
                .allSatisfy(name -> assertThat(sessions.find(name)).isEmpty());
        assertThat(sessions.size()).isEqualTo(4);
    }

    @Test
    void there_are_never_more_than_the_most() {
        IntStream.range(0, 100).forEach(i -> sessions.open("user " + i, ""));
        assertThat(sessions.size()).isEqualTo(5);
    }

    @Test
    void sessions_whose_time_is_over_take_no_room() {
        IntStream.range(0, 5).forEach(i -> sessions.open("user " + i, ""));
        now = now.plus(Duration.ofHours(2));
        sessions.open("anna", "");
        assertThat(sessions.size()).isOne();
    }
}
