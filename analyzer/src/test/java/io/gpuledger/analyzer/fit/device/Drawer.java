package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Demand.Constraint;
import io.gpuledger.analyzer.fit.device.Demand.Mode;
import io.gpuledger.analyzer.fit.device.Demand.Option;
import io.gpuledger.analyzer.fit.device.Demand.Request;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Devices and claims of which a test says only what matters to it.
final class Drawer {
    static final String DRIVER = "gpu.example.com";

    private Drawer() {}

    static Device device(String name, Map<String, Datum> attributes) {
        return new Device(
                Device.id(DRIVER, "n1", name),
                DRIVER,
                new TreeMap<>(attributes),
                new TreeMap<>(
                        Map.of("memory", new Datum.Amount(Quantities.of("80Gi").orElseThrow()))),
                false);
    }

    static Device device(String name, String model) {
        return device(name, Map.of("model", new Datum.Text(model)));
    }

    static Pool pool(Device... devices) {
        return new Pool(DRIVER + "/n1", List.of(devices), 1, true, false);
    }

    static Option option(Mode mode, long count, String... selectors) {
        return new Option("", "gpu", List.of(selectors), mode, count, false);
    }

    static Demand demand(Option... options) {
        return demand(List.of(), options);
    }

    /// Each option is a request of its own: `r0`, `r1` and so on.
    static Demand demand(List<Constraint> constraints, Option... options) {
        return new Demand(
                Arrays.stream(options)
                        .map(option -> new Request("r" + List.of(options).indexOf(option), List.of(option)))
                        .toList(),
                constraints,
                false);
    }
}
