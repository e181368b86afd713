package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Attributed.Gap;
import io.gpuledger.exporter.attribution.Attributed.Reason;
import io.gpuledger.exporter.attribution.Attributed.Value;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.attribution.Held.Mode;
import io.gpuledger.exporter.attribution.Held.Share;
import io.gpuledger.exporter.attribution.Holder;
import io.gpuledger.exporter.attribution.Holders;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.attribution.PodName;
import io.gpuledger.exporter.attribution.Pods;
import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.counters.CountersSource;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.exposition.Page;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.self.SelfMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Most of a page is kept from one to the next; nobody can tell by reading it.
class StandingPageTest {
    private static final int CYCLES = 200;
    private static final Counters DEFAULT = new CountersSource.BuiltIn(CountersSource.DEFAULT_LIST).read();

    @TempDir
    private Path folder;

    /// What goes by how long a renderer has been there: it counts these itself.
    private static String lines(Page page) {
        return VirtualNode.text(page, Format.OPEN_METRICS)
                .lines()
                .filter(line -> !line.contains("DCGM_EXP_"))
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mixed", "mig", "faults", "driver-restart", "lost"})
    void it_says_what_one_says_that_is_written_from_nothing(String scenario) throws InterruptedException {
        var seed = System.nanoTime();
        System.out.printf("COUNT: standing page seed %d, %s%n", seed, scenario);
        var random = new Random(seed);
        try (var node = new VirtualNode(Scenario.builtIn(scenario), seed)) {
            var old = Renderers.of("node-1", DEFAULT);
            var attributed = Attributed.NOTHING;
            for (var cycle = 0; cycle < CYCLES; cycle++) {
                var snapshot = node.cycleAfter(Duration.ofSeconds(1));
                if (random.nextInt(10) == 0) {
                    attributed = anyHolders(snapshot, random);
                }
                assertThat(lines(old.render(snapshot, attributed)))
                        .as("seed %d, cycle %d", seed, cycle)
                        .isEqualTo(lines(Renderers.of("node-1", DEFAULT).render(snapshot, attributed)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'DCGM_FI_DEV_GPU_UTIL, label, changes each cycle', 'a number that is read each cycle'",
        "'DCGM_FI_DEV_ECC_SBE_VOL_TOTAL, label, changes slowly', 'one that is read slowly'",
        "'DCGM_FI_DRIVER_VERSION, label, never changes', 'a text'"
    })
    void labels_that_are_readings_are_those_of_this_page(String label, String what)
            throws IOException, InterruptedException {
        var counters = counters(
                label, "DCGM_FI_DEV_ROW_REMAP_FAILURE, gauge, slow", "DCGM_FI_DEV_POWER_USAGE, gauge, each cycle");
        try (var node = new VirtualNode(Scenario.builtIn("faults"), 7)) {
            var old = Renderers.of("node-1", counters);
            for (var cycle = 0; cycle < CYCLES; cycle++) {
                var snapshot = node.cycleAfter(Duration.ofSeconds(1));
                assertThat(lines(old.render(snapshot)))
                        .as("%s, cycle %d", what, cycle)
                        .isEqualTo(lines(Renderers.of("node-1", counters).render(snapshot)));
            }
        }
    }

    @Test
    void a_page_that_fails_leaves_nothing_on_the_next() throws InterruptedException {
        var fails = new AtomicBoolean();
        var self = SelfMetrics.ofWork(() -> {
            if (fails.get()) {
                throw new IllegalStateException("a defect");
            }
            return Map.of();
        });
        var renderer = new Renderer(Renderers.settings("node-1"), DEFAULT, self);
        try (var node = new VirtualNode(Scenario.builtIn("mixed"), 7)) {
            var snapshot = node.run(20);
            fails.set(true);
            assertThatThrownBy(() -> renderer.render(snapshot)).hasMessage("a defect");
            fails.set(false);
            assertThat(lines(renderer.render(snapshot)))
                    .isEqualTo(lines(Renderers.of("node-1", DEFAULT).render(snapshot)));
        }
    }

    @Test
    void another_counters_file_shows_on_the_next_page() throws IOException, InterruptedException {
        var other = counters("DCGM_FI_DEV_ROW_REMAP_FAILURE, gauge, only this");
        try (var node = new VirtualNode(Scenario.builtIn("mixed"), 7)) {
            var renderer = Renderers.of("node-1", DEFAULT);
            var snapshot = node.run(20);
            renderer.render(snapshot);
            renderer.show(other);
            assertThat(lines(renderer.render(snapshot)))
                    .isEqualTo(lines(Renderers.of("node-1", other).render(snapshot)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mig", "faults", "driver-restart", "lost"})
    void what_is_kept_of_readings_is_what_stands_of_the_latest(String scenario) throws InterruptedException {
        try (var node = new VirtualNode(Scenario.builtIn(scenario), 7)) {
            for (var cycle = 0; cycle < CYCLES; cycle++) {
                for (var gpu : node.cycleAfter(Duration.ofSeconds(1)).gpus()) {
                    assertThat(gpu.standing()).isEqualTo(gpu.readings().standing());
                    assertThat(gpu.units())
                            .allMatch(unit ->
                                    unit.standing().equals(unit.readings().standing()));
                }
            }
        }
    }

    private Counters counters(String... lines) throws IOException {
        return new CountersSource.File(Files.write(folder.resolve("counters.csv"), List.of(lines))).read();
    }

    private static Attributed anyHolders(Snapshot snapshot, Random random) {
        var held = new HashMap<String, Held>();
        var gaps = new ArrayList<Gap>();
        for (var gpu : snapshot.gpus()) {
            for (var unit : gpu.device().units()) {
                switch (random.nextInt(4)) {
                    case 0 -> held.put(unit.uuid(), new Held(Mode.EXCLUSIVE, Optional.of(1), shares(random, 1)));
                    case 1 -> held.put(unit.uuid(), new Held(Mode.REPLICAS, Optional.of(4), shares(random, 3)));
                    case 2 -> gaps.add(new Gap(unit.uuid(), Value.BUSY, Reason.PROCESS_UNSEEN));
                    default -> {}
                }
            }
        }
        var unmapped = new TreeMap<>(Map.of("nvidia.com/gpu", random.nextInt(5)));
        return new Attributed(
                new Holders(held, unmapped),
                Map.of(),
                Map.of(),
                gaps,
                orphans(snapshot, random),
                jobs(random),
                Pods.NONE);
    }

    private static List<Share> shares(Random random, int count) {
        var shares = new ArrayList<Share>();
        for (var i = 0; i < count; i++) {
            shares.add(new Share(new Holder(new PodName("team", "pod-" + random.nextInt(20)), "main"), 1));
        }
        return shares;
    }

    private static Map<String, Double> orphans(Snapshot snapshot, Random random) {
        return snapshot.gpus().stream()
                .flatMap(gpu -> gpu.device().units().stream())
                .filter(_ -> random.nextBoolean())
                .collect(Collectors.toMap(Unit::uuid, _ -> random.nextDouble() * 1e9));
    }

    private static Jobs jobs(Random random) {
        return random.nextBoolean()
                ? Jobs.NONE
                : new Jobs(Map.of(new Jobs.Place(0, Optional.empty()), List.of("job-" + random.nextInt(3))));
    }
}
