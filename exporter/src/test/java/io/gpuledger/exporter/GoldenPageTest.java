package io.gpuledger.exporter;

import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.gate.Golden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The whole page of each built-in scenario, at an instant at which it shows what it is for.
class GoldenPageTest {
    @ParameterizedTest
    @CsvSource({
        "mixed, 60",
        "faults, 200",
        "lost, 45",
        "hang, 25",
        "mig, 45",
        "driver-restart, 60",
        "square, 60",
        "empty, 5",
    })
    void page_of_a_scenario(String scenario, int seconds) throws InterruptedException {
        try (var node = new VirtualNode(Scenario.builtIn(scenario), 1)) {
            Golden.file("golden/pages/%s.txt".formatted(scenario)).matches(node.page(node.run(seconds)));
        }
    }
}
