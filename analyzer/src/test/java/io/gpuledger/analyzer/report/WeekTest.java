package io.gpuledger.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpuledger.analyzer.store.entries.FixedBooks;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeekTest {
    @ParameterizedTest
    @CsvSource({
        "2026-11-23T00:00:00Z, 2026-W47",
        "2026-11-22T23:59:59Z, 2026-W46",
        "2026-01-07T12:00:00Z, 2026-W01",
        "2027-01-05T12:00:00Z, 2026-W53",
    })
    void the_last_week_is_the_one_that_is_over(Instant now, String week) {
        assertThat(Week.before(now)).hasToString(week);
    }

    @Test
    void a_week_goes_from_monday_to_sunday() {
        var week = Week.parse("2026-W47");

        assertThat(week.span()).isEqualTo(FixedBooks.WEEK);
        assertThat(week.monday()).hasToString("2026-11-16");
        assertThat(week.sunday()).hasToString("2026-11-22");
        assertThat(week.before()).isEqualTo(Week.parse("2026-W46"));
        assertThat(Week.parse("2026-W01").before()).hasToString("2025-W52");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2026", "2026-W54", "2025-W53", "2026-47", "2026-W1", "W47", "2026-W47-1"})
    void what_is_no_week_is_refused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Week.parse(text))
                .withMessage("must be a week of a year, as 2026-W47");
    }
}
