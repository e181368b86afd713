package io.gpuledger.gate;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// This is a real Prometheus that scrapes its targets each second.
public final class PrometheusServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /// It scrapes each second, so no answer changes much sooner.
    private static final Duration PACE = Duration.ofMillis(250);

    private final RunningProgram program;
    private final HttpClient client = HttpClient.newHttpClient();
    private final int port;

    private PrometheusServer(RunningProgram program, int port) {
        this.program = program;
        this.port = port;
    }

    /// Keeps its files in the folder, which the caller owns.
    public static PrometheusServer scraping(int targetPort, Path folder) throws IOException, InterruptedException {
        return scraping(List.of(targetPort), folder, "");
    }

    /// Starts it with more lines of YAML for the scrape.
    public static PrometheusServer scraping(List<Integer> targetPorts, Path folder, String more)
            throws IOException, InterruptedException {
        var targets =
                targetPorts.stream().map(port -> "\"127.0.0.1:" + port + "\"").collect(Collectors.joining(", "));
        return start(folder, """
            static_configs:
              - targets: [%s]
            """.formatted(targets) + more);
    }

    /// What it finds by HTTP service discovery.
    public static PrometheusServer discovering(String url, Path folder) throws IOException, InterruptedException {
        return start(folder, """
            http_sd_configs:
              - url: %s
            """.formatted(url));
    }

    /// Scrapes nothing, and holds what an OpenMetrics text with times says.
    public static PrometheusServer holding(String openMetrics, Path folder) throws IOException, InterruptedException {
        var text = Files.writeString(folder.resolve("samples.txt"), openMetrics);
        Promtool.run("tsdb", "create-blocks-from", "openmetrics", text.toString(), data(folder));
        return configured(folder, "global: {}\n");
    }

    private static PrometheusServer start(Path folder, String scrape) throws IOException, InterruptedException {
        return configured(folder, """
            global:
              scrape_interval: 1s
            scrape_configs:
              - job_name: gpu-exporter
                honor_labels: true
            """ + scrape.indent(4));
    }

    private static PrometheusServer configured(Path folder, String configuration)
            throws IOException, InterruptedException {
        var prometheus = Counterpart.find("prometheus", "prometheus");
        var config = Files.writeString(folder.resolve("prometheus.yml"), configuration);
        var program = RunningProgram.start(List.of(
                prometheus.toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + data(folder),
                "--web.listen-address=127.0.0.1:0"));
        var port = Integer.parseInt(program.await("Listening on.*127\\.0\\.0\\.1:(\\d+)"));
        return new PrometheusServer(program, port).ready();
    }

    /// Whoever asks before that is told that the service is unavailable. Its log does not do: it may say that it is
    /// ready before it says where it listens.
    private PrometheusServer ready() throws IOException, InterruptedException {
        var ready = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/-/ready".formatted(port)))
                .build();
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (client.send(ready, BodyHandlers.discarding()).statusCode() != 200) {
            if (System.nanoTime() > deadline || program.endsWithin(PACE)) {
                throw new AssertionError("Prometheus does not become ready:%n%s".formatted(program.output()));
            }
        }
        return this;
    }

    private static String data(Path folder) {
        return folder.resolve("data").toString();
    }

    /// Asks until the answer is of this kind, and returns it: the JSON of an instant query.
    public String query(String promQl, Predicate<String> wanted) throws IOException, InterruptedException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var answer = ask(promQl);
        while (!wanted.test(answer) && System.nanoTime() < deadline && !program.endsWithin(PACE)) {
            answer = ask(promQl);
        }
        if (!wanted.test(answer)) {
            throw new AssertionError("%s is answered with %s%n%s".formatted(promQl, answer, program.output()));
        }
        return answer;
    }

    /// The JSON of an instant query at a time that is past.
    public String queryAt(Instant time, String promQl) throws IOException, InterruptedException {
        return get("query?time=" + time.getEpochSecond() + "&query=", promQl);
    }

    /// The JSON of a query over a time that is past, as what is drawn over time asks.
    public String queryBetween(Instant from, Instant to, Duration step, String promQl)
            throws IOException, InterruptedException {
        var path = "query_range?start=%d&end=%d&step=%d&query="
                .formatted(from.getEpochSecond(), to.getEpochSecond(), step.toSeconds());
        return get(path, promQl);
    }

    /// What Grafana asks for when a dashboard's variable lists a label's values: the JSON of the answer.
    public String labelValues(String selector, String label) throws IOException, InterruptedException {
        return get("label/" + label + "/values?match[]=", selector);
    }

    private String ask(String promQl) throws IOException, InterruptedException {
        return get("query?query=", promQl);
    }

    private String get(String path, String argument) throws IOException, InterruptedException {
        var address = "http://127.0.0.1:" + port + "/api/v1/" + path.replace("[]", "%5B%5D");
        var uri = URI.create(address + URLEncoder.encode(argument, StandardCharsets.UTF_8));
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() {
        program.close();
        client.close();
    }
}
