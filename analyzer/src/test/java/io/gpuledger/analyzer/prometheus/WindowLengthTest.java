package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowLengthTest {
    private final WindowLength length = new WindowLength();
    private final long first = length.millis();

    @Test
    void it_doubles_while_answers_are_small_and_no_longer_than_half_a_day() {
        length.answered(first, 10);
        assertThat(length.millis()).isEqualTo(2 * first);

        for (var i = 0; i < 100; i++) {
            length.answered(length.millis(), 0);
        }
        assertThat(length.millis()).isEqualTo(Duration.ofHours(12).toMillis());
    }

    @Test
    void a_window_that_was_cut_short_says_nothing_of_longer_ones() {
        length.answered(first / 10, 10);

        assertThat(length.millis()).isEqualTo(first);
    }

    @Test
    void it_halves_where_an_answer_was_large() {
        length.answered(first, 2_000_000);

        assertThat(length.millis()).isEqualTo(first / 2);
    }

    @Test
    void what_was_too_much_is_halved_and_stays_so_for_a_while() {
        assertThat(length.wasTooMuch(first)).isTrue();
        length.answered(length.millis(), 10);

        assertThat(length.millis()).isEqualTo(first / 2);
    }

    @Test
    void there_is_a_shortest_window_of_which_less_cannot_be_asked_for() {
        while (length.wasTooMuch(length.millis())) {
            assertThat(length.millis()).isGreaterThanOrEqualTo(15_000);
        }
        assertThat(length.millis()).isEqualTo(15_000);
    }
}
