package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.prometheus.PastPlan.Standing;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BookingPausesTest {
    private static final long WEEK = Duration.ofDays(7).toMillis();

    private long minutes;
    private boolean areBooksKept;
    private final BookingPauses pauses = new BookingPauses(() -> minutes * 60_000_000_000L);

    private boolean isDue(double weeks) {
        return isDue(weeks, 1_000);
    }

    private boolean isDue(double weeks, double left) {
        return pauses.isDue(standing(weeks >= 1, weeks, left), () -> areBooksKept);
    }

    private static Standing standing(boolean isNewestIn, double weeks, double left) {
        return new Standing(isNewestIn, Math.round(weeks * WEEK), Math.round(left * WEEK));
    }

    private void pause(double weeks) {
        areBooksKept = false;
        assertThat(isDue(weeks)).isTrue();
        areBooksKept = true;
        assertThat(isDue(weeks)).isFalse();
        areBooksKept = false;
    }

    @Test
    void the_newest_week_is_read_without_a_pause_and_booked_before_any_other_is_read() {
        assertThat(isDue(0)).isFalse();
        assertThat(isDue(0.5)).isFalse();
        assertThat(isDue(1)).isTrue();

        areBooksKept = true;

        assertThat(isDue(1)).isFalse();
    }

    @Test
    void the_next_pause_is_when_there_is_four_times_as_much() {
        isDue(0);
        pause(1);

        assertThat(isDue(1.1)).isFalse();
        assertThat(isDue(3.9)).isFalse();
        pause(4);
        assertThat(isDue(15.9)).isFalse();
        pause(16);
    }

    @Test
    void all_pauses_together_book_no_more_than_a_third_more_than_there_is() {
        isDue(0);
        var booked = 0;
        var last = 0;
        for (var weeks = 1; weeks <= 1_024; weeks++) {
            areBooksKept = false;
            if (isDue(weeks)) {
                booked += weeks;
                last = weeks;
                areBooksKept = true;
                isDue(weeks);
            }
        }

        assertThat(last).isEqualTo(1_024);
        assertThat(booked).isLessThanOrEqualTo(last * 4 / 3 + 1);
    }

    @Test
    void where_little_is_left_all_is_booked_soon_and_nothing_before() {
        assertThat(isDue(0, 1.2)).isFalse();
        assertThat(isDue(1, 0.2)).isFalse();
        assertThat(isDue(1, 0.3)).isTrue();
    }

    @Test
    void what_is_new_is_read_during_a_pause_and_does_not_end_it() {
        isDue(0);
        isDue(1);

        assertThat(pauses.isDue(standing(false, 1, 1_000), () -> areBooksKept)).isFalse();
        assertThat(isDue(1)).isTrue();
    }

    @Test
    void after_a_start_what_was_read_before_is_not_waited_for() {
        assertThat(isDue(2)).isFalse();
        assertThat(isDue(7.9)).isFalse();
        pause(8);
    }

    @Test
    void books_that_are_never_up_to_date_do_not_hold_up_reading() {
        isDue(0);
        isDue(1);
        minutes = 14;
        assertThat(isDue(1)).isTrue();
        minutes = 15;

        assertThat(isDue(1)).isFalse();
        assertThat(isDue(1)).isFalse();
    }
}
