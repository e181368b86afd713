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
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Asks so many questions a second, whether or not those before are answered, as many people would.
record Crowd(URI site, List<Supplier<String>> paths, int perSecond, int seconds) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// What came of them.
    ///
    /// @param nanos how long each took that was answered, from when it was due, sorted
    /// @param failures what each of the others came to
    record Heard(List<Long> nanos, List<String> failures) {
        double millis(double part) {
            return nanos.get((int) Math.min(nanos.size() - 1L, (long) (part * nanos.size()))) / 1e6;
        }
    }

    Heard ask() throws InterruptedException {
        var nanos = Collections.synchronizedList(new ArrayList<Long>());
        var failures = Collections.synchronizedList(new ArrayList<String>());
        try (var client = HttpClient.newHttpClient();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var began = System.nanoTime();
            for (var i = 0; i < perSecond * seconds; i++) {
                var due = began + i * 1_000_000_000L / perSecond;
                TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
                var path = paths.get(i % paths.size()).get();
                threads.execute(() -> {
                    try {
                        var request = HttpRequest.newBuilder(site.resolve(path))
                                .header("Accept", path.startsWith("/api/") ? "application/json" : "text/html")
                                .timeout(PATIENCE)
                                .build();
                        var status =
                                client.send(request, BodyHandlers.discarding()).statusCode();
                        if (status == 200) {
                            nanos.add(System.nanoTime() - due);
                        } else {
                            failures.add("%d at %s".formatted(status, path));
                        }
                    } catch (IOException e) {
                        failures.add("%s at %s".formatted(e, path));
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
        }
        return new Heard(nanos.stream().sorted().toList(), List.copyOf(failures));
    }
}
