package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Machine;
import io.gpuledger.simulator.page.Exporter;
import org.junit.jupiter.api.Test;

/// The short form of `measure.sh ledger`.
class LedgerAloneTest {
    @Test
    void each_GPU_comes_to_an_entry_at_least() {
        var result = new LedgerAlone(1, Exporter.GPU_EXPORTER).book(16);
        assertThat(LedgerAlone.text(Machine.here().text(), result)).doesNotContain("NaN", "Infinity");
        assertThat(result.entries()).isGreaterThanOrEqualTo(16);
    }
}
