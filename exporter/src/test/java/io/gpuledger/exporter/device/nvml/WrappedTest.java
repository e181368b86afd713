package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.nvml.FieldBatch.Wrapped;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// PCIe's byte counters, which may wrap, and may begin anew.
class WrappedTest {
    private static final double TURN = 4294967296.0;

    @Test
    void a_step_back_from_the_upper_half_is_a_turn() {
        var counter = new Wrapped();
        assertThat(counter.unwrap(TURN - 1000)).isEqualTo(TURN - 1000);
        assertThat(counter.unwrap(500)).isEqualTo(TURN + 500);
        assertThat(counter.unwrap(TURN - 1)).isEqualTo(2 * TURN - 1);
        assertThat(counter.unwrap(0)).isEqualTo(2 * TURN);
    }

    @Test
    void any_other_step_back_is_a_new_beginning() {
        var counter = new Wrapped();
        assertThat(counter.unwrap(3000)).isEqualTo(3000);
        assertThat(counter.unwrap(100)).isEqualTo(100);
    }

    @Test
    void a_counter_of_64_bits_does_not_turn() {
        var counter = new Wrapped();
        assertThat(counter.unwrap(3 * TURN)).isEqualTo(3 * TURN);
        assertThat(counter.unwrap(5)).isEqualTo(5);
    }

    @Test
    void the_rate_over_a_turn_is_the_rate(@TempDir Path folder) {
        try (var node = NvmlNode.of(folder, "a100", 1)) {
            node.library().says("gpu*", "field.197", "wrap32 4294000000+700000000/s");
            for (var second = 0; second < 30; second++) {
                var rate = node.secondRead(0).gpu().value(Quantity.PCIE_TX_RATE);
                assertThat(rate.orElseThrow()).isCloseTo(700_000_000, within(1.0));
                node.after(Duration.ofMillis(500));
            }
        }
    }
}
