package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.counters.CountersSource;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.dcgm.DcgmNode;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.sampler.Clock;
import io.gpuledger.exporter.sampler.ManualClock;
import io.gpuledger.exporter.sampler.ManualSampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests what stands on the page for what DCGM's library says, with all that lies between them.
class DcgmPageTest {
    private static final SamplerSettings SETTINGS =
            new SamplerSettings(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofSeconds(20));
    private static final Counters PROFILED = new CountersSource.BuiltIn("dcp-metrics-included.csv").read();

    @TempDir
    private Path folder;

    private static String page(DcgmNode node, int seconds) throws InterruptedException {
        var backend = node.backend();
        backend.want(PROFILED.fields());
        try (var sampler = new ManualSampler(backend, SETTINGS, new Clock(node.nanos(), new ManualClock()))) {
            var snapshot = sampler.cycle();
            for (var second = 0; second < seconds; second++) {
                node.advance();
                snapshot = sampler.cycle();
            }
            return VirtualNode.text(Renderers.of("node-1", PROFILED).render(snapshot), Format.TEXT);
        }
    }

    @Test
    void what_a_gpu_runs_on_is_named_and_what_nobody_says_is_empty() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2).says("gpu0 field.300 0\ngpu1 field.300 blank+2")) {
            assertThat(page(node, 1))
                    .contains(",driver_version=\"550.54.15\",cuda_version=\"12.4\",ecc=\"disabled\"} 1\n")
                    .contains(",driver_version=\"550.54.15\",cuda_version=\"12.4\",ecc=\"\"} 1\n");
        }
    }

    @Test
    void an_a100_shows_what_only_dcgm_can_profile() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2)) {
            assertThat(page(node, 10))
                    .contains("DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu=\"1\",UUID=\"GPU-1\"")
                    .containsPattern("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE\\{gpu=\"0\".*} 0.25\n")
                    .containsPattern("gpu_sm_active_seconds_total\\{uuid=\"GPU-0\".*} 5.000\n")
                    .containsPattern("gpu_observed_seconds_total\\{uuid=\"GPU-0\".*} 10.000\n")
                    .contains("gpu_sm_active_seconds_total");
        }
    }

    @Test
    void an_instance_shows_its_own() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder)) {
            assertThat(page(node, 4))
                    .containsPattern("DCGM_FI_PROF_GR_ENGINE_ACTIVE\\{gpu=\"0\".*GPU_I_PROFILE=\"1g.10gb\".*} 0.5\n")
                    .containsPattern(
                            "gpu_sm_active_seconds_total\\{uuid=\"GPU-0\".*instance_profile=\"3g.40gb\".*} 3.500\n");
        }
    }

    /// Two fields are given by number and two by a quantity; of each, one is read each cycle and one is read slowly.
    @Test
    void numbers_that_pass_and_numbers_that_stand_are_those_of_this_page() throws IOException, InterruptedException {
        var file = Files.write(
                folder.resolve("counters.csv"),
                Stream.of(
                                "DCGM_FI_PROF_NVLINK_L0_TX_BYTES",
                                "DCGM_FI_DEV_ECC_SBE_VOL_L1",
                                "DCGM_FI_DEV_GPU_TEMP",
                                "DCGM_FI_DEV_ECC_CURRENT")
                        .map(name -> name + ", gauge, one")
                        .toList());
        var counters = new CountersSource.File(file).read();
        try (var node = DcgmNode.ofA100(folder, 1).says("gpu0 profiling 1001 1040\n")) {
            var backend = node.backend();
            backend.want(counters.fields());
            var kept = Renderers.of("node-1", counters);
            var seen = new HashSet<String>();
            try (var sampler = new ManualSampler(backend, SETTINGS, new Clock(node.nanos(), new ManualClock()))) {
                for (var second = 0; second < 40; second++) {
                    for (var field : List.of(1040, 314, 150, 300)) {
                        node.says("gpu0 field.%d %d".formatted(field, field + second));
                    }
                    node.advance();
                    var snapshot = sampler.cycle();
                    var page = numbers(kept, snapshot);
                    assertThat(page.lines()).as(page).hasSize(4);
                    assertThat(page).isEqualTo(numbers(Renderers.of("node-1", counters), snapshot));
                    seen.add(page);
                }
            }
            assertThat(seen).hasSize(40);
        }
    }

    private static String numbers(Renderer renderer, Snapshot snapshot) {
        return VirtualNode.text(renderer.render(snapshot), Format.TEXT)
                .lines()
                .filter(line -> !line.startsWith("#") && line.contains("DCGM_FI_"))
                .collect(Collectors.joining("\n"));
    }
}
