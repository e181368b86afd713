package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.benchmark.Exposition;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.nvml.NvmlNode;
import io.gpuledger.exporter.device.nvml.NvmlScript;
import io.gpuledger.exporter.device.nvml.NvmlSymbols;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.sampler.ManualSampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A driver that says whatever comes to its mind: the process lives on, each page is whole, counters only go forward,
/// and when the driver comes to its senses so does the page. `-Dfuzz.seeds=N` tries as many seeds.
class NvmlFuzzTest {
    private static final int CYCLES = 60;
    private static final int GPUS = 3;
    private static final SamplerSettings SETTINGS =
            new SamplerSettings(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(5));
    private static final List<String> VALUES = List.of(
            "-1",
            "18446744073709551615",
            "4294967295",
            "1e308",
            "nan",
            "inf",
            "-inf",
            "0",
            "32",
            "no number",
            "wrap32 4294967000+5000/s",
            "100+1e12/s",
            "slow 3 5",
            "\"{}\\",
            "\u00fc\u4e16");

    private final Renderer renderer = Renderers.of("node-1");

    @ParameterizedTest
    @MethodSource("io.gpuledger.exporter.FuzzSeeds#seeds")
    void no_answer_of_the_driver_ends_the_process_or_breaks_the_page(long seed, @TempDir Path folder)
            throws InterruptedException {
        var random = new Random(seed);
        var generation =
                List.of("h100", "b200", "a100", "v100", "l4", "rtx4090").get(random.nextInt(6));
        System.out.printf("COUNT: fuzz seed %d, %s%n", seed, generation);
        try (var node = NvmlNode.of(folder, generation, GPUS);
                var sampler = new ManualSampler(node.backend(), SETTINGS, node.clock())) {
            node.backend().want(Set.of(2, 51, 82, 314, 1017, 1040, 1201, 1404, 100_000));
            var wrong = new ArrayList<String[]>();
            var before = new HashMap<String, Double>();
            for (var cycle = 0; cycle < CYCLES; cycle++) {
                for (var change = 0; change < 5; change++) {
                    wrong.add(change(node, random));
                }
                if (random.nextInt(20) == 0) {
                    node.backend().release(Duration.ofSeconds(2));
                }
                check(page(node, sampler), before, seed);
            }
            wrong.forEach(line -> node.library().forgets(line[0], line[1]));
            node.library().says(NvmlScript.gpus(GPUS));
            node.backend().resume();
            // Past any wait for the next try.
            node.after(Duration.ofMinutes(10));
            page(node, sampler);
            page(node, sampler);
            var snapshot = sampler.cycle();
            assertThat(snapshot.gpus())
                    .as("seed %d", seed)
                    .filteredOn(gpu -> gpu.device().uuid().endsWith("-0000-4000-8000-000000000000"))
                    .hasSize(GPUS)
                    .allMatch(gpu -> gpu.condition() == Condition.PRESENT)
                    .allMatch(gpu -> gpu.readings().value(Quantity.POWER).isPresent());
        }
    }

    private Exposition page(NvmlNode node, ManualSampler sampler) throws InterruptedException {
        node.after(Duration.ofSeconds(1));
        return new Exposition(VirtualNode.text(renderer.render(sampler.cycle()), Format.TEXT), false);
    }

    private static void check(Exposition page, Map<String, Double> before, long seed) {
        assertThat(page.problems()).as("seed %d", seed).isEmpty();
        page.series()
                .forEach((series, value) -> assertThat(Double.isFinite(value))
                        .as("%s, seed %d", series, seed)
                        .isTrue());
        page.counters().forEach((series, value) -> {
            var earlier = before.put(series, value);
            if (series.startsWith("gpu_") && earlier != null) {
                assertThat(value).as("%s, seed %d", series, seed).isGreaterThanOrEqualTo(earlier);
            }
        });
    }

    /// Makes one line of the script say something else, and returns its scope and key.
    private static String[] change(NvmlNode node, Random random) {
        var scope = random.nextInt(4) == 0 ? "call" : "gpu" + random.nextInt(GPUS);
        var symbols = NvmlSymbols.all();
        var fields = NvmlSymbols.fields();
        var key = switch (scope.equals("call") ? 0 : random.nextInt(4)) {
            case 0 -> symbols.get(random.nextInt(symbols.size()));
            case 1 -> "field." + fields.get(random.nextInt(fields.size()));
            case 2 -> "gpm." + random.nextInt(70);
            default -> KEYS.get(random.nextInt(KEYS.size()));
        };
        var code = scope.equals("call") || key.startsWith("nvml") || random.nextBoolean();
        var value = code
                ? "@" + (random.nextInt(8) == 0 ? 999 : random.nextInt(30))
                : VALUES.get(random.nextInt(VALUES.size()));
        if (value.equals("@0")) {
            node.library().forgets(scope, key);
        } else {
            node.library().says(scope, key, value);
        }
        return new String[] {scope, key};
    }

    private static final List<String> KEYS = List.of(
            "uuid",
            "name",
            "pci",
            "lost",
            "mig",
            "gpm",
            "utilization",
            "busy",
            "memory_total",
            "memory_used",
            "memory_reserved",
            "temperature",
            "margin",
            "power",
            "energy",
            "clock1",
            "clock_events",
            "pstate",
            "fans",
            "link0",
            "link17",
            "process0",
            "sample0",
            "fabric_state",
            "sram_corrected",
            "latency",
            "event_types");
}
