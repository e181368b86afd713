package io.gpuledger.analyzer.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Week;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"a@example.org", "first.last+gpu@mail.example.org", "root@localhost", "x'y@1.example"})
    void an_address_that_a_letter_can_go_to_is_one(String text) {
        assertThat(MailAddress.find(" " + text + " ")).contains(new MailAddress(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "@example.org",
                "a@",
                "a b@example.org",
                "a@exa mple.org",
                "a@example.org\r\nRCPT TO:<b@example.org>",
                "a@b@example.org",
                "<a@example.org>",
                ".a@example.org",
                "a..b@example.org",
                "ü@example.org",
                "a@-example.org",
                "a@[127.0.0.1]"
            })
    void anything_else_is_none(String text) {
        assertThat(MailAddress.find(text)).isEmpty();
        assertThatThrownBy(() -> MailAddress.parse(text)).hasMessageContaining("must be an address");
    }

    @Test
    void a_domain_is_the_same_however_it_is_written() {
        assertThat(MailAddress.parse("Lead@Example.ORG")).isEqualTo(new MailAddress("Lead@example.org"));
    }

    @Test
    void names_that_differ_have_words_that_differ() {
        assertThat(Slug.of("vision")).isEqualTo("vision");
        assertThat(Slug.of("Vision")).startsWith("vision.").isNotEqualTo(Slug.of("VISION"));
        assertThat(Slug.of("a/b"))
                .startsWith("a-b.")
                .isNotEqualTo(Slug.of("a-b"))
                .isNotEqualTo(Slug.of("a b"));
        assertThat(Slug.of(new Edition.OfFleet())).isNotEqualTo(Slug.of(new Edition.OfTeam("fleet")));
    }

    @ParameterizedTest
    @CsvSource({
        "mon 08:00, UTC, 2026-11-23T08:00:00Z",
        "Monday 08:00, Europe/Berlin, 2026-11-23T07:00:00Z",
        "tue 17:30, America/New_York, 2026-11-24T22:30:00Z",
        "mon 00:30, Europe/Berlin, 2026-11-23T00:00:00Z",
        "mon 08:00, Pacific/Kiritimati, 2026-11-23T00:00:00Z",
        "sun 23:00, UTC, 2026-11-29T23:00:00Z",
        "sat 23:00, Etc/GMT+12, 2026-11-29T11:00:00Z"
    })
    void letters_go_out_at_the_first_such_time_after_the_week(String at, String zone, String due) {
        var week = Week.parse("2026-W47");
        var time = MailTime.parse(at).after(week, ZoneId.of(zone));

        assertThat(time).isEqualTo(Instant.parse(due));
        assertThat(Week.before(time)).as("it is the last week then").isEqualTo(week);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "mon", "08:00", "someday 08:00", "m 08:00", "mon 8", "mon 25:00", "mon 08:00 UTC"})
    void a_time_that_is_none_is_refused(String text) {
        assertThatThrownBy(() -> MailTime.parse(text)).hasMessageContaining("must be a day and a time");
    }

    @Test
    void who_is_turned_away_waits_longer_each_time() {
        var random = new Random(1);
        var backoff = Backoff.ofLetters(random);
        assertThat(backoff.after(1)).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));
        assertThat(backoff.after(3)).isBetween(Duration.ofMinutes(16), Duration.ofMinutes(24));
        assertThat(backoff.after(1_000)).isBetween(Duration.ofMinutes(192), Duration.ofMinutes(288));
    }
}
