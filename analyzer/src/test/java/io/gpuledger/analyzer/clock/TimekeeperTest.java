package io.gpuledger.analyzer.clock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimekeeperTest {
    private static final Instant START = Instant.parse("2026-11-22T10:00:00Z");
    private static final Duration AHEAD = Duration.ofHours(3);

    private Duration up = Duration.ZERO;
    private Duration wrong = Duration.ZERO;
    private Timekeeper keeper = keeper();

    private Timekeeper keeper() {
        return new Timekeeper(() -> now().plus(wrong), () -> up.toMillis());
    }

    /// Says what time it is in truth.
    private Instant now() {
        return START.plus(up);
    }

    private void pass(Duration time) {
        up = up.plus(time);
    }

    private void startWith(Duration off) {
        wrong = off;
        keeper = keeper();
    }

    @Test
    void nothing_has_passed_for_sure_while_nobody_bears_it_out() {
        assertThat(keeper.passed()).isEqualTo(Instant.EPOCH);
        assertThat(keeper.believed()).isEqualTo(START);
        assertThat(keeper.isWitnessed()).isFalse();
    }

    @Test
    void a_clock_that_stood_for_an_hour_is_borne_out_where_nobody_says_a_time() {
        pass(Duration.ofMinutes(59));
        assertThat(keeper.passed()).isEqualTo(Instant.EPOCH);
        pass(Duration.ofMinutes(1));
        assertThat(keeper.passed()).isEqualTo(now());
    }

    @Test
    void samples_bear_it_out_as_far_as_they_go_and_never_further_than_now() {
        keeper.told(START.minusSeconds(30));
        pass(Duration.ofSeconds(10));
        assertThat(keeper.passed()).isEqualTo(now().minusSeconds(30));
        keeper.told(START.plusSeconds(300));
        assertThat(keeper.passed()).isEqualTo(now());
        keeper.told(START.plus(Duration.ofDays(3)));
        assertThat(keeper.passed()).isEqualTo(now());
    }

    @Test
    void dates_of_targets_bear_it_out_by_their_median() {
        keeper.dated("a", START.minusSeconds(900));
        keeper.dated("b", START);
        keeper.dated("c", START.plusSeconds(9_000));
        assertThat(keeper.passed()).isEqualTo(START);
        keeper.dated("d", START.minusSeconds(100));
        pass(Duration.ofSeconds(2));
        assertThat(keeper.passed()).as("of two in the middle the earlier").isEqualTo(now().minusSeconds(100));
    }

    @Test
    void a_clock_that_is_ahead_from_the_start_is_seen_by_dates_for_as_long_as_they_are_told() {
        startWith(AHEAD);
        for (var minutes = 0; minutes < 600; minutes++) {
            keeper.dated("a", now());
            assertThat(keeper.passed()).isEqualTo(now());
            pass(Duration.ofMinutes(1));
        }
        assertThat(keeper.believed()).isEqualTo(now().plus(AHEAD));
    }

    @Test
    void a_clock_of_next_year_is_not_believed_for_the_present_either() {
        startWith(Duration.ofDays(401));
        keeper.told(START);
        assertThat(keeper.believed()).isEqualTo(START.plus(Duration.ofDays(1)));
    }

    @Test
    void a_jump_ahead_and_back_is_as_if_it_had_not_been() {
        pass(Duration.ofHours(1));
        assertThat(keeper.passed()).isEqualTo(now());
        wrong = AHEAD;
        for (var seconds = 0; seconds < 25; seconds++) {
            assertThat(keeper.passed()).isEqualTo(now());
            pass(Duration.ofSeconds(1));
        }
        wrong = Duration.ZERO;
        assertThat(keeper.passed()).isEqualTo(now());
        assertThat(keeper.latest()).isEqualTo(now());
    }

    @Test
    void a_jump_is_believed_after_an_hour_also_where_all_clocks_jump() {
        pass(Duration.ofHours(1));
        assertThat(keeper.passed()).isEqualTo(now());
        wrong = AHEAD;
        keeper.dated("a", now().plus(AHEAD));
        assertThat(keeper.passed()).isEqualTo(now());
        pass(Duration.ofMinutes(61));
        assertThat(keeper.passed()).isEqualTo(now().plus(AHEAD));
    }

    @Test
    void a_clock_that_is_behind_holds_up_what_has_passed_and_refuses_nothing() {
        pass(Duration.ofHours(1));
        assertThat(keeper.passed()).isEqualTo(now());
        wrong = AHEAD.negated();
        assertThat(keeper.passed()).isEqualTo(now().minus(AHEAD));
        assertThat(keeper.latest()).isEqualTo(now());

        startWith(AHEAD.negated());
        keeper.dated("a", now());
        assertThat(keeper.passed()).isEqualTo(now().minus(AHEAD));
        assertThat(keeper.latest()).isEqualTo(now());
    }

    @Test
    void a_clock_that_is_put_right_bit_by_bit_does_not_jump() {
        for (var minutes = 0; minutes < 240; minutes++) {
            pass(Duration.ofMinutes(1));
            wrong = wrong.plusSeconds(1);
            keeper.passed();
        }
        assertThat(keeper.passed()).isEqualTo(now().plus(wrong));
    }
}
