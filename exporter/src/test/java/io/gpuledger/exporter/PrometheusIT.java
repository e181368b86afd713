package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.PrometheusServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusIT {
    @Test
    void a_real_prometheus_scrapes_the_exporter_and_answers(@TempDir Path folder)
            throws IOException, InterruptedException {
        try (var exporter = Dist.start();
                var prometheus = PrometheusServer.scraping(Dist.port(exporter), folder)) {
            var utilization = prometheus.query("DCGM_FI_DEV_GPU_UTIL", PrometheusIT::hasSamples);
            // Seven GPUs and no instance: NVML has no utilization for those.
            assertThat(utilization).contains("\"modelName\":\"NVIDIA H200\"").contains("\"gpu\":\"7\"");
            assertThat(utilization).doesNotContain("A100");

            var busy = prometheus.query("rate(gpu_busy_seconds_total[1m])", PrometheusIT::hasSamples);
            assertThat(busy).contains("\"node\":").contains("\"uuid\":\"GPU-");

            assertThat(prometheus.query("up == 1", PrometheusIT::hasSamples)).contains("gpu-exporter");
            // No part is ever more than its whole.
            assertThat(prometheus.query("gpu_busy_seconds_total > gpu_observed_seconds_total", _ -> true))
                    .contains("\"result\":[]");
        }
    }

    private static boolean hasSamples(String answer) {
        return answer.contains("\"value\":");
    }
}
