package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.nvml.NvmlNode;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.sampler.ManualSampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A driver that answers, but for one call, to which it says that it does not know.
class FailingReadingTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    @Test
    void a_reading_that_fails_for_no_known_reason_is_named() throws InterruptedException {
        var settings = new SamplerSettings(SECOND, SECOND, Duration.ofSeconds(5));
        try (var node = NvmlNode.of(folder, "h100", 1);
                var sampler = new ManualSampler(node.backend(), settings, node.clock())) {
            for (var call : new String[] {"nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetMemoryInfo"}) {
                node.library().says("call", call, "@999");
            }
            sampler.cycle();
            node.after(SECOND);
            var page = new String(
                    Renderers.of("node-1").render(sampler.cycle()).plain(Format.TEXT), StandardCharsets.UTF_8);
            assertThat(page.lines())
                    .noneMatch(line -> line.startsWith("gpu_memory_used_bytes{"))
                    .anyMatch(line -> line.startsWith("gpu_exporter_unsupported{")
                            && line.contains("reading=\"memory_used\",reason=\"failed\""))
                    .anyMatch(line -> line.startsWith("gpu_exporter_unsupported{")
                            && line.contains("reading=\"DCGM_FI_DEV_FB_USED\",reason=\"failed\""));
        }
    }
}
