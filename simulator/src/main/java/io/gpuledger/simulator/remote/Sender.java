package io.gpuledger.simulator.remote;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/// Sends until it is taken: who is not there, or has too much to do, is asked again. What is refused for good ends it.
public final class Sender implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Sender.class.getName());
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final int TOO_MANY_REQUESTS = 429;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final URI to;

    public Sender(URI to) {
        this.to = to;
    }

    /// Returns when it is taken, and throws [RefusedException] when it will never be.
    public void send(Request request) throws InterruptedException {
        var http = HttpRequest.newBuilder(to)
                .timeout(TIMEOUT)
                .header("Content-Encoding", "snappy")
                .header("Content-Type", "application/x-protobuf")
                .header("X-Prometheus-Remote-Write-Version", "0.1.0")
                .header("User-Agent", "gpu-simulator")
                .POST(BodyPublishers.ofByteArray(request.body()))
                .build();
        var end = System.nanoTime() + PATIENCE.toNanos();
        for (var pause = FIRST_PAUSE; ; pause = longer(pause)) {
            var trouble = attempt(http);
            if (trouble.isEmpty()) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new RefusedException("%s has not taken it for %s: %s".formatted(to, PATIENCE, trouble.get()));
            }
            LOG.log(WARNING, "{0} is asked again: {1}", to, trouble.get());
            Thread.sleep(pause);
        }
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    /// What is wrong for now.
    private Optional<String> attempt(HttpRequest request) throws InterruptedException {
        try {
            var response = client.send(request, BodyHandlers.ofString());
            var status = response.statusCode();
            if (status / 100 == 2) {
                return Optional.empty();
            }
            var what = "status " + status + ": " + response.body().strip();
            if (status / 100 == 5 || status == TOO_MANY_REQUESTS) {
                return Optional.of(what);
            }
            throw new RefusedException("%s refuses with %s".formatted(to, what));
        } catch (IOException e) {
            return Optional.of(e.toString());
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
