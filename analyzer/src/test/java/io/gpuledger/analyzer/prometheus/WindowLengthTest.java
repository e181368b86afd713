package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
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
    void what_was_too_much_is_tried_again_and_ever_more_seldom_where_it_is_too_much_each_time() {
        var answers = new ArrayList<Integer>();
        for (var times = 0; times < 4; times++) {
            length.wasTooMuch(first);
            var good = 0;
            while (length.millis() < first) {
                length.answered(length.millis(), 10);
                good++;
            }
            answers.add(good);
        }

        assertThat(answers).containsExactly(3, 6, 12, 24);
    }

    @Test
    void what_went_wrong_for_other_reasons_is_tried_again_at_once() {
        length.wentWrong(first);
        length.answered(length.millis(), 10);

        assertThat(length.millis()).isEqualTo(first);
    }

    @Test
    void it_grows_where_each_third_answer_is_bad_for_any_reason() {
        var random = new Random(7);
        for (var i = 0; i < 300; i++) {
            switch (random.nextInt(12)) {
                case 0 -> length.wasTooMuch(length.millis());
                case 1, 2, 3 -> length.wentWrong(length.millis());
                default -> length.answered(length.millis(), 10);
            }
        }

        assertThat(length.millis()).isGreaterThanOrEqualTo(first);
    }

    @Test
    void there_is_a_shortest_window_of_which_less_cannot_be_asked_for() {
        while (length.wasTooMuch(length.millis())) {
            assertThat(length.millis()).isGreaterThanOrEqualTo(15_000);
        }
        assertThat(length.millis()).isEqualTo(15_000);
    }
}
