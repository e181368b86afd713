package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// A program that takes samples in: how it is started on the targets of a fleet, what it counts, where it keeps them.
/// Each finds its targets by HTTP service discovery, and is left as it is by default but for that.
enum Contender {
    GPU_ANALYZER("gpu-analyzer", "target/dist/bin/gpu-analyzer", "mvn package -pl service,analyzer -DskipTests") {
        private static final String SAMPLES = "gpu_analyzer_samples_total";
        private static final String MAPPED = "result=\"mapped\"";

        @Override
        Contestant start(URI targets, Path folder, Duration interval) throws InterruptedException {
            var child = Child.start(
                    List.of(
                            command(),
                            "serve",
                            "--listen=127.0.0.1:0",
                            "--data-dir=" + folder.toAbsolutePath(),
                            "--scrape-http-sd=" + targets,
                            "--scrape-interval=" + interval.toMillis() + "ms"),
                    folder);
            return awaited(child, folder, "serving http://127\\.0\\.0\\.1:(\\d+)");
        }

        @Override
        Taken taken(Counters counters) {
            var mapped = counters.sum(SAMPLES, MAPPED);
            return new Taken(mapped, counters.sum(SAMPLES) - mapped);
        }

        @Override
        double behindSeconds(Counters counters) {
            return counters.sum("gpu_analyzer_spool_oldest_age_seconds");
        }

        @Override
        List<String> passing() {
            return List.of("pg_wal", "spool");
        }

        @Override
        List<String> askVersion() {
            return List.of(command(), "--version");
        }
    },
    /// Its head is made a block of at the end, as it would be after two hours: what it keeps is that block.
    PROMETHEUS("Prometheus", "prometheus", apt("prometheus")) {
        @Override
        Contestant start(URI targets, Path folder, Duration interval) throws IOException, InterruptedException {
            var child = Child.start(
                    List.of(
                            command(),
                            "--config.file=" + scrapeConfig(targets, folder, interval),
                            "--storage.tsdb.path=" + folder.resolve("data"),
                            "--web.listen-address=127.0.0.1:0",
                            "--web.enable-admin-api"),
                    folder);
            return awaited(child, folder, "Listening on.*127\\.0\\.0\\.1:(\\d+)");
        }

        @Override
        Taken taken(Counters counters) {
            return new Taken(counters.sum("prometheus_tsdb_head_samples_appended_total"), 0);
        }

        @Override
        void pack(URI address) throws IOException, InterruptedException {
            post(address.resolve("/api/v1/admin/tsdb/snapshot"));
        }

        @Override
        List<String> passing() {
            return List.of("wal", "chunks_head");
        }

        @Override
        List<String> askVersion() {
            return List.of(command(), "--version");
        }
    },
    VICTORIA_METRICS("VictoriaMetrics", "victoria-metrics", apt("victoria-metrics")) {
        @Override
        Contestant start(URI targets, Path folder, Duration interval) throws IOException {
            var port = FreePort.find();
            var child = Child.start(
                    List.of(
                            command(),
                            "-promscrape.config=" + scrapeConfig(targets, folder, interval),
                            "-storageDataPath=" + folder.resolve("data"),
                            "-retentionPeriod=1",
                            "-httpListenAddr=127.0.0.1:" + port),
                    folder);
            return Contestant.listening(this, child, Integer.toString(port), folder);
        }

        @Override
        Taken taken(Counters counters) {
            return new Taken(counters.sum("vm_rows_inserted_total", "type=\"promscrape\""), 0);
        }

        @Override
        List<String> passing() {
            return List.of("cache");
        }

        // Debian's build does not know its own.
        @Override
        List<String> askVersion() {
            return List.of("dpkg-query", "--show", command());
        }
    };

    private final String title;
    private final String command;
    private final String origin;

    Contender(String title, String command, String origin) {
        this.title = title;
        this.command = command;
        this.origin = origin;
    }

    private static String apt(String debianPackage) {
        return "apt-get install --no-install-recommends " + debianPackage;
    }

    /// Starts it with its files in the folder.
    abstract Contestant start(URI targets, Path folder, Duration interval) throws IOException, InterruptedException;

    /// What it has taken in by its own count.
    abstract Taken taken(Counters counters);

    /// Returns for how many seconds the oldest row has waited that was taken in and is not in the database yet.
    /// It is 0 for a contender that does not tell of that.
    double behindSeconds(Counters counters) {
        return 0;
    }

    abstract List<String> askVersion();

    /// Has it bring what it holds into the form in which it is kept.
    void pack(URI address) throws IOException, InterruptedException {}

    String title() {
        return title;
    }

    String command() {
        return command;
    }

    /// How to call it on a command line.
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// How to come by it.
    String origin() {
        return origin;
    }

    /// What its folders are called whose files come and go: logs written ahead, caches.
    List<String> passing() {
        return List.of();
    }

    String version() throws InterruptedException {
        try (var program = RunningProgram.start(askVersion())) {
            program.exitCode();
            return program.output().lines().findFirst().orElse(title).replace('\t', ' ');
        }
    }

    Contestant awaited(Child child, Path folder, String pattern) throws InterruptedException {
        try {
            return Contestant.listening(this, child, child.program().await(pattern), folder);
        } catch (AssertionError | InterruptedException e) {
            child.close();
            throw e;
        }
    }

    private static Path scrapeConfig(URI targets, Path folder, Duration interval) throws IOException {
        return Files.writeString(folder.resolve("scrape.yml"), """
            global:
              scrape_interval: %1$dms
              scrape_timeout: %1$dms
            scrape_configs:
              - job_name: fleet
                http_sd_configs:
                  - url: %2$s
            """.formatted(interval.toMillis(), targets));
    }

    private static void post(URI address) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(address)
                    .timeout(Duration.ofMinutes(2))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            var answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("%s answers %d: %s".formatted(address, answer.statusCode(), answer.body()));
            }
        }
    }
}
