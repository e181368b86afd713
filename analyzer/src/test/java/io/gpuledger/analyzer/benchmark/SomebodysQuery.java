package io.gpuledger.analyzer.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a dashboard that somebody looks at asks a Prometheus, again and again: six hours of a fleet's activity.
final class SomebodysQuery {
    private static final String QUERY =
            "avg by (Hostname) (avg_over_time(DCGM_FI_DEV_GPU_UTIL[10m])) and on (Hostname) (count by (Hostname)"
                    + " (DCGM_FI_DEV_POWER_USAGE) > 0)";
    private static final Duration REACH = Duration.ofHours(6);
    private static final Duration REST = Duration.ofSeconds(2);

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI peer;

    SomebodysQuery(URI peer) {
        this.peer = peer;
    }

    /// How long answers took, sorted.
    record Times(List<Long> nanos) {
        Times {
            nanos = nanos.stream().sorted().toList();
        }

        double millis(double part) {
            return nanos.get((int) Math.min(nanos.size() - 1L, (long) (part * nanos.size()))) / 1e6;
        }

        String text() {
            return String.format(Locale.ROOT, "%.1f / %.1f ms", millis(0.5), millis(0.99));
        }
    }

    /// Says whether to ask once more.
    interface More {
        boolean isWanted() throws IOException, InterruptedException;
    }

    Times ask(More more) throws IOException, InterruptedException {
        var nanos = new ArrayList<Long>();
        do {
            var began = System.nanoTime();
            var answer = client.send(HttpRequest.newBuilder(address()).build(), BodyHandlers.ofString());
            nanos.add(System.nanoTime() - began);
            if (answer.statusCode() != 200) {
                throw new IOException(answer.body());
            }
            Thread.sleep(REST);
        } while (more.isWanted());
        return new Times(nanos);
    }

    Times ask(int times) throws IOException, InterruptedException {
        var left = new int[] {times};
        return ask(() -> --left[0] > 0);
    }

    private URI address() {
        var end = Instant.now();
        return peer.resolve("/api/v1/query_range?start=%d&end=%d&step=60&query=%s"
                .formatted(
                        end.minus(REACH).getEpochSecond(),
                        end.getEpochSecond(),
                        URLEncoder.encode(QUERY, StandardCharsets.UTF_8)));
    }
}
