package io.gpuledger.analyzer.findings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PassCostTest {
    /// The program fails by itself where something is found of GPUs that are well.
    @Test
    void a_short_run_measures_both_sides() throws Exception {
        var result = new PassCost(64).measure(1);

        assertThat(result.plain()).isPositive();
        assertThat(result.watched()).isPositive();
        assertThat(result.passMillis()).isPositive();
    }
}
