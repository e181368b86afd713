package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.counters.CountersSource;
import io.gpuledger.exporter.device.dcgm.DcgmNode;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.sampler.Clock;
import io.gpuledger.exporter.sampler.ManualClock;
import io.gpuledger.exporter.sampler.ManualSampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From DCGM's library to the page.
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
}
