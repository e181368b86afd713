package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.PrometheusServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusIT {
    /// The public dashboard 12239 has these queries.
    private static final List<String> DASHBOARD_12239 = List.of(
            "DCGM_FI_DEV_GPU_TEMP{instance=~\"$instance\", gpu=~\"$gpu\"}",
            "avg(DCGM_FI_DEV_GPU_TEMP{instance=~\"$instance\", gpu=~\"$gpu\"})",
            "DCGM_FI_DEV_POWER_USAGE{instance=~\"$instance\", gpu=~\"$gpu\"}",
            "sum(DCGM_FI_DEV_POWER_USAGE{instance=~\"$instance\", gpu=~\"$gpu\"})",
            "DCGM_FI_DEV_SM_CLOCK{instance=~\"$instance\", gpu=~\"$gpu\"} * 1000000",
            "DCGM_FI_DEV_GPU_UTIL{instance=~\"$instance\", gpu=~\"$gpu\"}",
            "DCGM_FI_DEV_FB_USED{instance=~\"$instance\", gpu=~\"$gpu\"}",
            "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE{instance=~\"$instance\", gpu=~\"$gpu\"}");

    @TempDir
    private Path folder;

    @Test
    void a_real_prometheus_scrapes_the_exporter_and_answers() throws IOException, InterruptedException {
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

    @Test
    void every_panel_of_dashboard_12239_has_its_answer() throws IOException, InterruptedException {
        try (var exporter = Dist.start()) {
            var port = Dist.port(exporter);
            try (var prometheus = PrometheusServer.scraping(port, folder)) {
                prometheus.query("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", PrometheusIT::hasSamples);
                assertThat(prometheus.labelValues("DCGM_FI_DEV_GPU_TEMP", "instance"))
                        .contains("[\"127.0.0.1:" + port + "\"]");
                assertThat(prometheus.labelValues("DCGM_FI_DEV_GPU_TEMP", "gpu"))
                        .contains("[\"0\",\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\"]");
                for (var panel : DASHBOARD_12239) {
                    var all = panel.replace("$instance", ".*").replace("$gpu", ".*");
                    var one = panel.replace("$instance", "127.0.0.1:" + port).replace("$gpu", "0|7");
                    assertThat(prometheus.query(all, PrometheusIT::hasSamples)).contains("\"status\":\"success\"");
                    assertThat(prometheus.query(one, PrometheusIT::hasSamples)).contains("\"status\":\"success\"");
                }
            }
        }
    }

    @Test
    void the_series_are_the_same_by_open_metrics_and_by_the_text_format() throws IOException, InterruptedException {
        try (var exporter = Dist.start()) {
            var port = Dist.port(exporter);
            try (var relay = TextRelay.to(port);
                    var prometheus = PrometheusServer.scraping(List.of(port, relay.port()), folder, "")) {
                var openMetrics = named(port);
                var text = named(relay.port());
                var counted = "count(%s) == count(%s) > 500".formatted(openMetrics, text);
                assertThat(prometheus.query(counted, PrometheusIT::hasSamples)).contains("\"value\":");
                for (var difference : List.of(
                        openMetrics + " unless ignoring (instance) " + text,
                        text + " unless ignoring (instance) " + openMetrics)) {
                    assertThat(prometheus.query(difference, _ -> true)).contains("\"result\":[]");
                }
                assertThat(relay.relayed()).allMatch(type -> type.equals("text/plain; version=0.0.4; charset=utf-8"));
            }
        }
    }

    /// Asks for every series of a target. Its name stands in a label, because operators between series leave the name
    /// out.
    private static String named(int port) {
        return "label_replace({instance=\"127.0.0.1:%d\"}, \"series\", \"$1\", \"__name__\", \"(.+)\")".formatted(port);
    }

    private static boolean hasSamples(String answer) {
        return answer.contains("\"value\":");
    }
}
