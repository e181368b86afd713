package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PauseTest {
    /// Seconds. Books are kept each half minute, and passes take a quarter of the time; but nobody waits longer than
    /// two minutes for the present, or ten seconds for the first report of a past that is read.
    @ParameterizedTest(name = "after {0} s, while a past is read: {1}")
    @CsvSource({
        "1, false, 29",
        "6, false, 24",
        "20, false, 60",
        "39, false, 117",
        "400, false, 120",
        "1, true, 10",
        "400, true, 10",
    })
    void a_pass_is_followed_by_a_rest(long took, boolean isFilling, long rest) {
        assertThat(Books.pause(Duration.ofSeconds(took), Duration.ofSeconds(30), isFilling))
                .isEqualTo(Duration.ofSeconds(rest));
    }

    /// Seconds. A week that is sent without a pause is booked while it comes in, and each time its hours come late
    /// again. Whoever reads a past pauses for that.
    @ParameterizedTest(name = "after {0} s, while a past is read: {1}")
    @CsvSource({
        "0, false, 120",
        "20, false, 120",
        "30, false, 120",
        "31, false, 124",
        "400, false, 1600",
        "400, true, 3600",
        "1000, true, 4000",
    })
    void what_comes_late_without_a_pause_is_booked_in_a_fifth_of_the_time(long took, boolean isFilling, long longest) {
        assertThat(LateRows.calmMax(Duration.ofSeconds(took), isFilling)).isEqualTo(Duration.ofSeconds(longest));
    }
}
