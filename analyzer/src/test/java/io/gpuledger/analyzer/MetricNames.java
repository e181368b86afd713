package io.gpuledger.analyzer;

import static java.util.stream.Collectors.toCollection;

import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.Repository;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Invocation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/// The names of our metrics: those that a text names, and those that there are.
final class MetricNames {
    /// What the ledger says of itself: by its books, which a database makes.
    static final Set<String> LEDGER = Set.of(
            "gpu_ledger_gpus",
            "gpu_ledger_gpu_seconds_total",
            "gpu_ledger_cost_total",
            "gpu_analyzer_books_behind_seconds",
            "gpu_analyzer_books_waiting_gpus",
            "gpu_analyzer_books_failures_total");

    /// What the analyzer says only of a database that is there, of its own one, or of one that goes away.
    static final Set<String> WITH_A_DATABASE = Set.of(
            "gpu_analyzer_copy_rows_total",
            "gpu_analyzer_disk_used_ratio",
            "gpu_analyzer_database_retries_total",
            "gpu_analyzer_postgres_restarts_total");

    /// What it says only of an API server that it asks.
    static final Set<String> OF_A_CLUSTER = Set.of(
            "gpu_analyzer_api_server_up",
            "gpu_analyzer_cluster_watched",
            "gpu_analyzer_discovery_last_success_timestamp_seconds");

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration PACE = Duration.ofMillis(50);
    private static final Pattern WORD = Pattern.compile("[a-zA-Z_:][\\w:]*");
    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `(gpu_\\w+)` \\|");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(gpu_\\w+)[ {]");
    private static final String OF_A_TARGET = "gpu_analyzer_target_up";

    private MetricNames() {}

    /// Ours, and those that rules record.
    static Set<String> in(String text) {
        return WORD.matcher(STRING.matcher(text).replaceAll("\"\""))
                .results()
                .map(word -> word.group())
                .filter(word -> word.startsWith("gpu_") || word.contains(":gpu"))
                .collect(toCollection(TreeSet::new));
    }

    /// The exporter's.
    static Set<String> documented() {
        return DOCUMENTED
                .matcher(Repository.read(Repository.root().resolve("docs/metrics.md")))
                .results()
                .map(row -> row.group(1))
                .collect(toCollection(TreeSet::new));
    }

    /// Those of an analyzer that is wired as the program is, and whose database and whose only target do not answer.
    static Set<String> served(Path folder) throws Exception {
        var listen = "127.0.0.1:" + FreePort.find();
        var nobody = "127.0.0.1:" + FreePort.find();
        var run = (Invocation.Run) Invocation.of(
                io.gpuledger.service.Program.complete(Main.DECLARATION),
                Map.of(),
                "serve",
                "--listen=" + listen,
                "--data-dir=" + folder.resolve("data"),
                "--database-url=postgres://nobody@" + nobody + "/none",
                "--scrape-targets=" + nobody,
                "--scrape-interval=1s",
                "--mail-folder=" + folder.resolve("mail"),
                "--mail-from=gpus@example.org");
        try (var reloads = new Reloads(Duration.ZERO, InstantSource.system());
                var _ = Main.start(run.settings(), reloads);
                var client = HttpClient.newHttpClient()) {
            var page = page(client, listen);
            for (var deadline = System.nanoTime() + PATIENCE.toNanos();
                    !page.contains(OF_A_TARGET) && System.nanoTime() < deadline; ) {
                LockSupport.parkNanos(PACE.toNanos());
                page = page(client, listen);
            }
            return SAMPLE.matcher(page).results().map(line -> line.group(1)).collect(toCollection(TreeSet::new));
        }
    }

    private static String page(HttpClient client, String address) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://" + address + "/metrics"))
                .timeout(PATIENCE)
                .build();
        return client.send(request, BodyHandlers.ofString()).body();
    }
}
