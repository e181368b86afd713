package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.durability.Traffic.Lane;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/// Sends as Prometheus does: each lane a message at a time, again and again until it is acknowledged.
final class Sender implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration AGAIN = Duration.ofMillis(50);

    private final Traffic traffic;
    private final URI address;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    /// How many seconds of a lane were acknowledged: all up to there, for one goes after the other.
    private final Map<Lane, Integer> acknowledged = new ConcurrentHashMap<>();
    private final AtomicLong samplesSent = new AtomicLong();
    private final AtomicLong lastAcknowledgedNanos = new AtomicLong(System.nanoTime());
    private final AtomicReference<String> refusal = new AtomicReference<>("");
    private final List<Thread> threads;
    private volatile boolean stopping;

    Sender(Traffic traffic, URI address) {
        this.traffic = traffic;
        this.address = address;
        threads = traffic.lanes().stream()
                .map(lane -> Thread.ofPlatform().name("lane-" + lane).start(() -> run(lane)))
                .toList();
    }

    private void run(Lane lane) {
        try {
            for (var second = 0; !stopping; second++) {
                awaitTime(traffic.millis((second + 1L) * Traffic.TICKS_PER_SECOND));
                if (!stopping && deliver(lane, traffic.message(lane, second))) {
                    acknowledged.put(lane, second + 1);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// False when it is time to end.
    private boolean deliver(Lane lane, byte[] message) throws InterruptedException {
        var request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/x-protobuf")
                .header("Content-Encoding", "snappy")
                .header("X-Prometheus-Remote-Write-Version", "0.1.0")
                .POST(BodyPublishers.ofByteArray(message))
                .build();
        while (!stopping) {
            if (isTaken(request, traffic.samples(lane))) {
                lastAcknowledgedNanos.set(System.nanoTime());
                return true;
            }
            awaitTime(System.currentTimeMillis() + AGAIN.toMillis());
        }
        return false;
    }

    private boolean isTaken(HttpRequest request, int samples) throws InterruptedException {
        try {
            var answer = client.send(request, BodyHandlers.ofString());
            samplesSent.addAndGet(samples);
            var status = answer.statusCode();
            if (status / 100 == 4 && status != 429) {
                refusal.set("%d %s".formatted(status, answer.body().strip()));
            }
            return status / 100 == 2;
        } catch (IOException _) {
            // Nobody is there, or went away.
            return false;
        }
    }

    private static void awaitTime(long millis) throws InterruptedException {
        var left = millis - System.currentTimeMillis();
        if (left > 0) {
            Thread.sleep(left);
        }
    }

    Traffic traffic() {
        return traffic;
    }

    int acknowledgedSeconds(Lane lane) {
        return acknowledged.getOrDefault(lane, 0);
    }

    long samplesAcknowledged() {
        return traffic.lanes().stream()
                .mapToLong(lane -> (long) acknowledgedSeconds(lane) * traffic.samples(lane))
                .sum();
    }

    /// Those that got an answer, whichever it was.
    long samplesSent() {
        return samplesSent.get();
    }

    /// Whether every lane has sent all that is due, but for a few seconds, and something at all.
    boolean isUpToDate() {
        var due = (System.currentTimeMillis() - traffic.beginMillis()) / 1_000;
        return traffic.lanes().stream().allMatch(lane -> acknowledgedSeconds(lane) >= Math.max(1, due - 3));
    }

    long lastAcknowledgedNanos() {
        return lastAcknowledgedNanos.get();
    }

    /// The last answer that no sender would send again after: a defect, since all is well formed. Empty if none.
    String refusal() {
        return refusal.get();
    }

    @Override
    public void close() {
        stopping = true;
        try {
            for (var thread : threads) {
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        client.shutdownNow();
    }
}
