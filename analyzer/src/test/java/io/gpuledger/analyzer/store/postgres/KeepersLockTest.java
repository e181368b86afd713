package io.gpuledger.analyzer.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.postgres.KeepersLock.Answer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeepersLockTest {
    private static final String HELD = """
        select count(*) from pg_locks where locktype = 'advisory' and objid = hashtext('keeper')::oid
            and database = (select oid from pg_database where datname = current_database())
        """;

    @Test
    void one_has_it_until_it_gives_it_back() throws Exception {
        try (var test = TestDatabase.plain();
                var database = test.open();
                var other = test.open();
                var second = other.keepersLock()) {
            try (var first = database.keepersLock()) {
                assertThat(List.of(first.ask(), second.ask(), first.ask(), second.ask()))
                        .containsExactly(Answer.OURS, Answer.ANOTHER_S, Answer.OURS, Answer.ANOTHER_S);
            }
            assertThat(second.ask()).isEqualTo(Answer.OURS);
        }
    }

    @Test
    void behind_a_pooler_none_is_taken_that_would_stay_there() throws Exception {
        try (var test = TestDatabase.plain()) {
            var settings = test.settings();
            var jdbc = settings.url().jdbc();
            var address = URI.create(jdbc.substring("jdbc:".length()));
            try (var pooler = new PidHidingPooler(address.getPort());
                    var database = new Database(through(settings, address, pooler), new SimpleMeterRegistry());
                    var lock = database.keepersLock()) {
                assertThat(lock.ask()).isEqualTo(Answer.NOBODY_S);
                assertThat(test.rows(HELD)).containsExactly("0");
            }
        }
    }

    private static DatabaseSettings through(DatabaseSettings settings, URI address, PidHidingPooler pooler) {
        var jdbc = "jdbc:postgresql://127.0.0.1:%d%s?sslmode=disable".formatted(pooler.port(), address.getPath());
        return new DatabaseSettings(
                new DatabaseUrl(jdbc, settings.url().user()),
                settings.user(),
                settings.password(),
                settings.timescale(),
                settings.connections());
    }
}
