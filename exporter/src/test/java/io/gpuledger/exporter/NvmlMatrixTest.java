package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.benchmark.Exposition;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.nvml.NvmlNode;
import io.gpuledger.exporter.device.nvml.NvmlSymbols;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.sampler.ManualSampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every call and every field of NVML, with every return code: from the library through to the page. Whatever it is,
/// the page stays whole, nothing but what was asked that way changes, and a value is never made up.
class NvmlMatrixTest {
    private static final List<Integer> CODES = IntStream.concat(
                    IntStream.rangeClosed(1, 29), IntStream.of(999, -1, 12_345))
            .boxed()
            .toList();

    /// Everything is read each second, so that each cycle shows what a code does.
    private static final SamplerSettings SETTINGS =
            new SamplerSettings(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(5));

    @TempDir
    private Path folder;

    private final Renderer renderer = Renderers.of("node-1");

    private Snapshot cycle(NvmlNode node, ManualSampler sampler) throws InterruptedException, IOException {
        node.after(Duration.ofSeconds(1));
        var snapshot = sampler.cycle();
        var page = VirtualNode.text(renderer.render(snapshot), Format.TEXT);
        assertThat(new Exposition(page, false).problems()).isEmpty();
        assertThat(page).doesNotContain("NaN").doesNotContain("1.8446744073709552");
        return snapshot;
    }

    /// What a GPU gives when all is well, after which it can be seen what is wrong.
    private GpuState well(NvmlNode node, ManualSampler sampler) throws InterruptedException, IOException {
        for (var tries = 0; tries < 10; tries++) {
            var snapshot = cycle(node, sampler);
            if (snapshot.backends().getFirst().isReady()
                    && snapshot.gpus().stream().allMatch(gpu -> gpu.condition() == Snapshot.Condition.PRESENT)
                    && snapshot.gpus()
                            .getFirst()
                            .readings()
                            .value(Quantity.SM_ACTIVE)
                            .isPresent()) {
                return snapshot.gpus().getFirst();
            }
        }
        throw new AssertionError("it does not recover");
    }

    @ParameterizedTest
    @ValueSource(strings = "h100")
    void every_call_may_return_every_code(String generation) throws InterruptedException, IOException {
        var tried = 0;
        try (var node = NvmlNode.of(folder, generation, 1);
                var sampler = new ManualSampler(node.backend(), SETTINGS, node.clock())) {
            var before = values(well(node, sampler).readings());
            for (var symbol : NvmlSymbols.all()) {
                for (var code : CODES) {
                    node.library().says("call", symbol, "@" + code);
                    assertNothingMadeUp(symbol + " @" + code, cycle(node, sampler), before);
                    tried++;
                }
                node.library().forgets("call", symbol);
                // Past any wait for the next try.
                node.after(Duration.ofMinutes(10));
                well(node, sampler);
            }
        }
        System.out.printf("COUNT: calls x codes on a %s: %d%n", generation, tried);
    }

    @ParameterizedTest
    @ValueSource(strings = "b200")
    void every_field_may_return_every_code(String generation) throws InterruptedException, IOException {
        var tried = 0;
        try (var node = NvmlNode.of(folder, generation, 1);
                var sampler = new ManualSampler(node.backend(), SETTINGS, node.clock())) {
            cycle(node, sampler);
            var before = values(cycle(node, sampler).gpus().getFirst().readings());
            for (var field : NvmlSymbols.fields()) {
                for (var code : CODES) {
                    node.library()
                            .says("gpu0", "field." + field, "@" + code)
                            .says("gpu0", "field." + field + ".all", "@" + code);
                    var snapshot = cycle(node, sampler);
                    assertThat(snapshot.gpus().getFirst().condition())
                            .isIn(Snapshot.Condition.PRESENT, Snapshot.Condition.LOST);
                    assertNothingMadeUp("field " + field + " @" + code, snapshot, before);
                    tried++;
                }
                node.library().forgets("gpu0", "field." + field).forgets("gpu0", "field." + field + ".all");
                cycle(node, sampler);
            }
        }
        System.out.printf("COUNT: fields x codes on a %s: %d%n", generation, tried);
    }

    /// What does not move has the value that it had, or none.
    private static void assertNothingMadeUp(String what, Snapshot snapshot, Map<Quantity, Double> before) {
        for (var gpu : snapshot.gpus()) {
            values(gpu.readings()).forEach((quantity, value) -> {
                if (quantity.kind() == Quantity.Kind.GAUGE && !MOVES.contains(quantity)) {
                    assertThat(value).as("%s: %s", what, quantity.word()).isEqualTo(before.get(quantity));
                }
            });
        }
    }

    /// What is derived from time, or comes by another way with another meaning when the first one fails.
    private static final List<Quantity> MOVES = List.of(
            Quantity.FAST_FIELDS_LATENCY,
            Quantity.SLOW_FIELDS_LATENCY,
            Quantity.PCIE_TX_RATE,
            Quantity.PCIE_RX_RATE,
            Quantity.NVLINK_TX_RATE,
            Quantity.NVLINK_RX_RATE,
            Quantity.NVLINK_RATE,
            Quantity.MEMORY_USED);

    private static Map<Quantity, Double> values(Readings readings) {
        var values = new HashMap<Quantity, Double>();
        readings.asked().forEach((quantity, reading) -> {
            if (reading instanceof Reading.Value(double value)) {
                values.put(quantity, value);
            }
        });
        return values;
    }

    @Test
    void every_symbol_may_be_missing() throws InterruptedException, IOException {
        var tried = new ArrayList<String>();
        for (var symbol : NvmlSymbols.all()) {
            var place = folder.resolve(symbol);
            try (var node = NvmlNode.of(place, "h100", 1);
                    var sampler = new ManualSampler(node.backend(), SETTINGS, node.clock())) {
                node.library().without(List.of(symbol));
                cycle(node, sampler);
                var snapshot = cycle(node, sampler);
                if (NvmlSymbols.neededByAll().contains(symbol)) {
                    assertThat(snapshot.gpus()).as(symbol).isEmpty();
                    assertThat(snapshot.runs()).as(symbol).anyMatch(run -> !run.success());
                } else {
                    assertThat(snapshot.gpus().getFirst().condition())
                            .as(symbol)
                            .isEqualTo(Snapshot.Condition.PRESENT);
                }
                tried.add(symbol);
            }
        }
        System.out.println("COUNT: symbols missing, each by itself: " + tried.size());
    }
}
