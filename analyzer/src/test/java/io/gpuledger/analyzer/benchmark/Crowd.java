package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Asks so many questions a second, whether or not those before are answered, as many people would.
///
/// @param warmUpSeconds for how long it asks before that, which does not count
record Crowd(URI site, List<Supplier<String>> paths, int perSecond, int warmUpSeconds, int seconds) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// What came of them.
    ///
    /// @param nanos how long each took that was answered, from when it was due, sorted
    /// @param failures what each of the others came to
    record Heard(List<Long> nanos, List<String> failures) {
        double millis(double part) {
            return nanos.get(Math.max(0, (int) Math.ceil(part * nanos.size()) - 1)) / 1e6;
        }
    }

    Heard ask() throws InterruptedException {
        var nanos = Collections.synchronizedList(new ArrayList<Long>());
        var failures = Collections.synchronizedList(new ArrayList<String>());
        try (var client = HttpClient.newHttpClient();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var began = System.nanoTime();
            var before = perSecond * warmUpSeconds;
            for (var i = 0; i < before + perSecond * seconds; i++) {
                var isCounted = i >= before;
                var due = began + i * 1_000_000_000L / perSecond;
                TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
                var path = paths.get(i % paths.size()).get();
                threads.execute(() -> {
                    var failure = failure(client, path);
                    if (isCounted && failure.isEmpty()) {
                        nanos.add(System.nanoTime() - due);
                    } else if (isCounted) {
                        failures.add(failure.get());
                    }
                });
            }
        }
        return new Heard(nanos.stream().sorted().toList(), List.copyOf(failures));
    }

    private Optional<String> failure(HttpClient client, String path) {
        try {
            var request = HttpRequest.newBuilder(site.resolve(path))
                    .header("Accept", path.startsWith("/api/") ? "application/json" : "text/html")
                    .timeout(PATIENCE)
                    .build();
            var status = client.send(request, BodyHandlers.discarding()).statusCode();
            return status == 200 ? Optional.empty() : Optional.of("%d at %s".formatted(status, path));
        } catch (IOException e) {
            return Optional.of("%s at %s".formatted(e, path));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of("cut short at " + path);
        }
    }
}
