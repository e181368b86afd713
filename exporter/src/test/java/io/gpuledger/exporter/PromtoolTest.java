package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.gate.Promtool;
import java.io.IOException;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromtoolTest {
    @ParameterizedTest
    @ValueSource(strings = {"mixed", "faults", "mig", "empty"})
    void promtool_has_nothing_to_say_about_the_ledger_families(String scenario)
            throws IOException, InterruptedException {
        try (var node = new VirtualNode(Scenario.builtIn(scenario), 1)) {
            // dcgm-exporter's names break promtool's rules, and must.
            var page = node.page(node.run(60))
                    .lines()
                    .filter(line -> !line.contains("DCGM_FI_"))
                    .collect(Collectors.joining("\n", "", "\n"));
            assertThat(Promtool.lint(page)).isEmpty();
        }
    }
}
