package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Machine;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh findings`.
class WatchCostTest {
    @Test
    void each_gpu_is_read_and_watched() {
        var result = new WatchCost(2).measure(64);
        assertThat(WatchCost.text(Machine.here().text(), result)).doesNotContain("NaN", "Infinity");
        assertThat(result.rows()).isGreaterThanOrEqualTo(64 * 8 / 2);
    }
}
