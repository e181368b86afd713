package io.gpuledger.analyzer.durability;

import io.gpuledger.analyzer.durability.Traffic.Lane;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Sends as Prometheus does: each lane a message at a time, again and again until it is acknowledged.
final class Sender implements AutoCloseable {
    private final Traffic traffic;
    private final Post post;
    /// How many seconds of a lane were acknowledged: all up to there, for one goes after the other.
    private final Map<Lane, Integer> acknowledged = new ConcurrentHashMap<>();
    private final AtomicLong samplesSent = new AtomicLong();
    private final AtomicLong lastAcknowledgedNanos = new AtomicLong(System.nanoTime());
    private final List<Thread> threads;
    private volatile boolean stopping;

    Sender(Traffic traffic, URI address) {
        this.traffic = traffic;
        this.post = new Post(address);
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
        while (!stopping) {
            if (isTaken(message, traffic.samples(lane))) {
                lastAcknowledgedNanos.set(System.nanoTime());
                return true;
            }
            awaitTime(System.currentTimeMillis() + Post.AGAIN.toMillis());
        }
        return false;
    }

    private boolean isTaken(byte[] message, int samples) throws InterruptedException {
        var answer = post.send(message);
        samplesSent.addAndGet(answer == Post.Answer.NONE ? 0 : samples);
        return answer == Post.Answer.TAKEN;
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
        return post.refusal();
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
        post.close();
    }
}
