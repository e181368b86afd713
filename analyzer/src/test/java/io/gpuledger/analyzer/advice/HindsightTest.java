package io.gpuledger.analyzer.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh advice`.
class HindsightTest {
    /// Of 10,000 workloads 76.8 % was found; of 1,000 it may be a few per cent more or less.
    private static final double FOUND_LEAST = 0.6;

    @Test
    void who_follows_advice_never_runs_out_of_memory_and_is_no_slower_than_was_said() {
        var seed = ThreadLocalRandom.current().nextLong(1_000_000);
        System.out.println("seed " + seed);
        var hindsight = new Hindsight(seed);
        hindsight.look(1_000);
        assertThat(hindsight.broken()).isEmpty();
        assertThat(hindsight.found()).isBetween(FOUND_LEAST, 1.0);
        System.out.println(hindsight.text());
    }
}
