package io.gpuledger.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.PrometheusServer;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged simulator, and a real Prometheus that finds its nodes.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FleetIT {
    private static final int NODES = 30;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final RunningProgram simulator = new PackagedProgram("gpu-simulator")
            .start("serve", "--listen", "127.0.0.1:0", "--nodes", "" + NODES, "--seed", "3", "--days", "1");
    private final String address = address();

    private String address() {
        try {
            return simulator.await("serving (http://127\\.0\\.0\\.1:\\d+)");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void stop() {
        simulator.close();
        client.close();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address + path)).build(), BodyHandlers.ofString());
    }

    @Test
    void prometheus_discovers_all_nodes_and_scrapes_them() throws IOException, InterruptedException {
        try (var prometheus = PrometheusServer.discovering(address + "/targets", folder)) {
            prometheus.query("count(up) >= " + NODES, answer -> answer.contains("\"" + NODES + "\""));
            // A node or two may be in the dark.
            prometheus.query("sum(up) > " + (NODES - 4), answer -> answer.contains("\"value\""));
            var gpus = prometheus.query(
                    "count(count by (node) (gpu_lost)) > " + (NODES - 4), answer -> answer.contains("\"value\""));
            assertThat(gpus).contains("\"success\"");
            prometheus.query(
                    "sum(rate(gpu_sm_active_seconds_total[10s])) > 10", answer -> answer.contains("\"value\""));
            // The story goes by the clock: pods hold some 50 GPUs in its quietest hours, 110 in its busiest.
            prometheus.query("count(DCGM_FI_DEV_GPU_UTIL{pod!=\"\"}) > 20", answer -> answer.contains("\"value\""));
        }
    }

    @Test
    void the_truth_adds_up_to_the_capacity() throws IOException, InterruptedException {
        var answer = get("/truth?by=state");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("{\"state\":\"used\",\"gpu_seconds\":");
        var gpus = Integer.parseInt(get("/readyz").body().replaceFirst("(?s).* (\\d+) GPUs.*", "$1"));
        var hour = get("/truth?by=hour").body();
        var wholeHour = "\"gpu_seconds\":%d.000}".formatted(3600L * gpus);
        assertThat(hour).contains(wholeHour);
        assertThat(hour.replace(wholeHour, "")).doesNotContain("gpu_seconds");
    }

    @Test
    void the_truth_is_told_by_whatever_is_asked_for() throws IOException, InterruptedException {
        assertThat(get("/truth?by=team,workload,pod,state,cluster,node,sku,gpu,unit,namespace&from=0")
                        .body())
                .contains("\"team\":\"vision\",\"workload\":\"", "\"state\":\"free\"", "\"sku\":\"H100\"");
    }

    @Test
    void who_waits_is_told_with_the_reason() throws IOException, InterruptedException {
        assertThat(get("/truth/pending").body()).startsWith("{\"at\":\"20").contains("\"reason\":\"");
        assertThat(get("/truth/pending?at=0").body()).contains("\"pods\":[]");
        assertThat(get("/truth/pending?at=noon").statusCode()).isEqualTo(400);
        assertThat(get("/truth/pending?at=noon").body()).startsWith("at is an instant like 2");
    }

    @Test
    void what_cannot_be_answered_says_what_can() throws IOException, InterruptedException {
        assertThat(get("/truth?by=colour").statusCode()).isEqualTo(400);
        assertThat(get("/truth?by=colour").body()).startsWith("by is a list of cluster, node, sku, gpu, unit, team, ");
        assertThat(get("/truth?from=yesterday").body()).startsWith("from and to are instants like 2");
        assertThat(get("/truth?from=20&to=10").body()).startsWith("to is before from");
        assertThat(get("/truth?stranded=perhaps").body()).startsWith("stranded is true or false");
        assertThat(get("/truth?basis=luck").body()).startsWith("basis is sm_active or engine_active");
        assertThat(get("/n/30/metrics").statusCode()).isEqualTo(404);
        assertThat(get("/n/30/metrics").body()).isEqualTo("There is no node 30: there are 30.\n");
        assertThat(get("/n/x/metrics").statusCode()).isEqualTo(404);
    }
}
