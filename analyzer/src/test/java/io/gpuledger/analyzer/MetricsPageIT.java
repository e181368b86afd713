package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Promtool;
import io.gpuledger.gate.Repository;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// docs/metrics.md lists every family that the analyzer's page can hold, with what it means. All of them are there from
/// the beginning of an analyzer that has all that it can have.
@Timeout(600)
class MetricsPageIT {
    private static final long PACE_NANOS = 100_000_000;
    private static final Path DOCUMENT = Path.of("docs/metrics.md");
    private static final Pattern FAMILY = Pattern.compile("(?m)^# HELP (\\w+) (.*)\\n# TYPE \\w+ (\\w+)$");

    private static final Pattern OURS = Pattern.compile("(# \\w+ )?gpu_");

    /// They come last: of the database's room, of the books, of a target, of a cluster, of its pods, of its quotas.
    private static final List<String> LAST = List.of(
            "gpu_analyzer_database_rows",
            "gpu_ledger_cost_total",
            "gpu_ledger_gpus",
            "gpu_analyzer_target_up",
            "gpu_scheduling_seconds",
            "gpu_preemptions_total",
            "gpu_pending_pods",
            "gpu_pending_gpus",
            "gpu_free_while_waiting_gpus",
            "gpu_quota_used",
            "gpu_quota_borrowed",
            "gpu_stranded_gpus",
            "gpu_free_slots",
            "gpu_fragmentation_ratio",
            "gpu_slots_after_repacking",
            "gpu_finding",
            "gpu_node_rejecting_gpus");

    private static final String POD = """
        kube_pod_container_resource_requests{P,container="main",resource="nvidia_com_gpu"} 1
        kube_pod_created{P} %1$d
        kube_pod_status_scheduled_time{P} %1$d
        kube_pod_status_reason{P,reason="Evicted"} 1
        kube_pod_container_resource_requests{W,container="main",resource="nvidia_com_gpu"} 1
        kube_pod_status_phase{W,phase="Pending"} 1
        kube_node_info{node="f"} 1
        kube_node_status_allocatable{node="f",resource="nvidia_com_gpu",unit="integer"} 4
        kube_node_status_condition{node="f",condition="Ready",status="true"} 1
        kube_resourcequota{namespace="n",resourcequota="q",resource="requests.nvidia.com/gpu",type="hard"} 8
        kube_resourcequota{namespace="n",resourcequota="q",resource="requests.nvidia.com/gpu",type="used"} 1
        kube_pod_container_resource_requests{A,container="main",resource="nvidia_com_gpu"} 1
        kube_pod_info{A,node="f"} 1
        kube_pod_start_time{A} %2$d
        kube_pod_status_phase{A,phase="Failed"} 1
        kube_pod_status_reason{A,reason="UnexpectedAdmissionError"} 1
        kube_pod_container_resource_requests{B,container="main",resource="nvidia_com_gpu"} 1
        kube_pod_info{B,node="f"} 1
        kube_pod_start_time{B} %2$d
        kube_pod_status_phase{B,phase="Failed"} 1
        kube_pod_status_reason{B,reason="UnexpectedAdmissionError"} 1
        """.replace("P,", "namespace=\"n\",pod=\"p\",uid=\"u\",")
            .replace("W,", "namespace=\"n\",pod=\"w\",uid=\"w\",")
            .replace("A,", "namespace=\"n\",pod=\"a\",uid=\"a\",")
            .replace("B,", "namespace=\"n\",pod=\"b\",uid=\"b\",")
            .replace("A}", "namespace=\"n\",pod=\"a\",uid=\"a\"}")
            .replace("B}", "namespace=\"n\",pod=\"b\",uid=\"b\"}")
            .replace("P}", "namespace=\"n\",pod=\"p\",uid=\"u\"}");

    private static final String NO_CLUSTER = """
        apiVersion: v1
        kind: Config
        clusters: [{name: none, cluster: {server: "http://127.0.0.1:1"}}]
        contexts: [{name: none, context: {cluster: none, user: nobody}}]
        users: [{name: nobody, user: {}}]
        current-context: none
        """;

    private record Family(String name, String help, String type) {
        String row() {
            return "| `%s` | %s | %s |%n".formatted(name, type, help.strip());
        }
    }

    @TempDir
    Path folder;

    @Test
    void the_document_lists_the_families_about_the_analyzer_and_promtool_has_nothing_to_say_of_them() throws Exception {
        var page = page();
        // What the JVM's binders call theirs is not ours to choose.
        assertThat(Promtool.lint(page.lines()
                        .filter(line -> OURS.matcher(line).lookingAt())
                        .collect(Collectors.joining("\n", "", "\n"))))
                .isEmpty();
        var families = FAMILY.matcher(page)
                .results()
                .map(found -> new Family(found.group(1), found.group(2), found.group(3)))
                .toList();
        table("analyzer families", families, family -> family.name().startsWith("gpu_"));
        table("analyzer process families", families, family -> !family.name().startsWith("gpu_"));
    }

    private static void table(String section, List<Family> families, Predicate<Family> which) {
        Golden.section(DOCUMENT, section)
                .matches(families.stream()
                        .filter(which)
                        .map(Family::row)
                        .sorted()
                        .collect(Collectors.joining("", "| family | type | what it is |\n|---|---|---|\n", "")));
    }

    private String page() throws Exception {
        var prices = Files.writeString(folder.resolve("prices"), "a100 1.59 USD gpu-hour\nh100 2.49 USD gpu-hour\n");
        var targets = Files.writeString(folder.resolve("targets.json"), "[]");
        var cluster = Files.writeString(folder.resolve("kubeconfig"), NO_CLUSTER);
        var pages = pages();
        var command = List.of(
                "target/dist/bin/gpu-analyzer",
                "serve",
                "--listen=127.0.0.1:0",
                "--data-dir=" + folder.resolve("data"),
                "--scrape-targets=127.0.0.1:" + pages.getAddress().getPort(),
                "--scrape-file-sd=" + targets,
                "--scrape-interval=1s",
                "--booking-interval=1s",
                "--cluster=here",
                "--cluster-from-kubernetes",
                "--alertmanager-urls=http://127.0.0.1:1",
                "--from-prometheus=http://127.0.0.1:1",
                "--prices-file=" + prices);
        try (var analyzer = RunningProgram.start(command, Map.of("KUBECONFIG", cluster.toString()))) {
            return complete(analyzer);
        } finally {
            pages.stop(0);
        }
    }

    private static String complete(RunningProgram analyzer) throws IOException, InterruptedException {
        var address = analyzer.await("serving (http://127\\.0\\.0\\.1:\\d+)");
        try (var client = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(URI.create(address + "/metrics")).build();
            while (true) {
                var page = client.send(request, BodyHandlers.ofString()).body();
                if (LAST.stream().allMatch(name -> page.contains("# TYPE " + name + " "))) {
                    return page;
                }
                LockSupport.parkNanos(PACE_NANOS);
            }
        }
    }

    private static HttpServer pages() throws IOException {
        var exporter = Repository.read(Repository.root().resolve("exporter/src/test/resources/golden/pages/mixed.txt"));
        var anHourAgo = Instant.now().getEpochSecond() - 3_600;
        var text = exporter + POD.formatted(anHourAgo, anHourAgo + 55 * 60);
        var scrapes = new AtomicInteger();
        var pages = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        pages.createContext("/metrics", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            var page = (text + xid(scrapes.incrementAndGet())).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            try (var out = exchange.getResponseBody()) {
                out.write(page);
            }
        });
        pages.start();
        return pages;
    }

    /// An error that comes with each scrape is a finding.
    private static String xid(int times) {
        return """
            gpu_xid_errors_total{uuid="GPU-e28195dd-d9ee-4956-6735-fa339a2f4459",gpu="0",node="node-1",xid="92"} %d
            """.formatted(times);
    }
}
