package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.benchmark.Exposition;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Asks the packaged exporter, as Prometheus and an operator do.
final class Scraper implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final HttpClient client = HttpClient.newHttpClient();
    private final RunningProgram exporter;
    private final String address;

    Scraper(RunningProgram exporter) throws InterruptedException {
        this.exporter = exporter;
        this.address = "http://127.0.0.1:" + Dist.port(exporter);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address + path)));
    }

    String post(String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address + path))
                        .header("X-Requested-By", "test")
                        .POST(BodyPublishers.ofString(body)))
                .body();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /// The first page of which this holds. Once there is one, there always is one.
    String textThat(Predicate<String> wanted) throws IOException, InterruptedException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var page = "";
        while (System.nanoTime() < deadline) {
            var answer = get("/metrics");
            if (answer.statusCode() == 200) {
                page = answer.body();
                if (wanted.test(page)) {
                    return page;
                }
            } else {
                assertThat(page).isEmpty();
            }
        }
        throw new AssertionError("no such page within %s, but%n%s%n%s".formatted(PATIENCE, page, exporter.output()));
    }

    /// Waits for such series, and looks at the format too.
    Map<String, Double> seriesThat(Predicate<Map<String, Double>> wanted) throws IOException, InterruptedException {
        return series(textThat(page -> wanted.test(series(page))));
    }

    private static Map<String, Double> series(String text) {
        var page = new Exposition(text, false);
        assertThat(page.problems()).isEmpty();
        return page.series();
    }

    @Override
    public void close() {
        client.close();
    }

    /// Whether a page has a sample of this family with all of these words.
    static boolean says(String page, String family, String... words) {
        return page.lines()
                .filter(line -> line.startsWith(family + "{"))
                .anyMatch(line -> List.of(words).stream().allMatch(line::contains));
    }
}
