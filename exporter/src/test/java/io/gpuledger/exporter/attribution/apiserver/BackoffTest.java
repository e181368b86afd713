package io.gpuledger.exporter.attribution.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private final Backoff backoff = new Backoff(Waits.USUAL, () -> new Random(1));

    private static void isWithin(Duration wait, int longestSeconds) {
        assertThat(wait).isBetween(Duration.ofMillis(500L * longestSeconds), Duration.ofSeconds(longestSeconds));
    }

    @Test
    void waits_double_up_to_the_longest() {
        for (var seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            isWithin(backoff.afterFailure(Duration.ZERO), seconds);
        }
    }

    @Test
    void what_had_worked_for_long_is_tried_again_soon() {
        for (var i = 0; i < 9; i++) {
            backoff.afterFailure(Duration.ZERO);
        }
        isWithin(backoff.afterFailure(Duration.ofMinutes(5)), 1);
        isWithin(backoff.afterFailure(Duration.ZERO), 2);
    }

    @Test
    void what_was_refused_is_tried_again_seldom() {
        isWithin(new Backoff(Waits.USUAL.refusedFor(Duration.ofMinutes(10)), () -> new Random(1)).afterRefusal(), 600);
    }
}
