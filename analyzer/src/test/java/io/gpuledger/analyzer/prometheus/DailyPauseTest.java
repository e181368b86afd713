package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DailyPauseTest {
    @ParameterizedTest
    @CsvSource({
        "08:00-18:00, 08:00, true",
        "08:00-18:00, 17:59, true",
        "08:00-18:00, 18:00, false",
        "08:00-18:00, 07:59, false",
        "22:00-06:00, 23:00, true",
        "22:00-06:00, 05:59, true",
        "22:00-06:00, 12:00, false"
    })
    void it_holds_from_its_first_minute_to_before_its_last_and_over_midnight(String pause, String time, boolean isSo) {
        assertThat(DailyPause.parse(pause).has(Instant.parse("2026-11-29T" + time + ":00Z")))
                .isEqualTo(isSo);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8-18", "25:00-26:00", "08:00", "08:00-18:00-19:00"})
    void what_is_no_time_of_the_day_is_refused_with_an_example(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DailyPause.parse(text))
                .withMessageContaining("08:00-18:00");
    }

    @Test
    void a_pause_from_a_time_to_the_same_is_none() {
        assertThat(DailyPause.parse("08:00-08:00").has(Instant.parse("2026-11-29T08:00:00Z")))
                .isFalse();
    }
}
