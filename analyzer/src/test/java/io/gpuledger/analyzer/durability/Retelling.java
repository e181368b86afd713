package io.gpuledger.analyzer.durability;

import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/// Sends a past as a sender does that knows of no kills: one request after the other, each again and again until it is
/// acknowledged. Goes as far as it may, and sends once more what it is asked to.
final class Retelling implements AutoCloseable {
    private final SentPast past;
    private final List<Post> posts;
    private final Queue<Integer> again = new ConcurrentLinkedQueue<>();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger attempts = new AtomicInteger();
    private final AtomicInteger repeated = new AtomicInteger();
    private final Thread thread = Thread.ofPlatform().name("retelling").unstarted(this::run);
    private int taking;
    private volatile int end;
    private volatile boolean stopping;

    Retelling(SentPast past, URI address) {
        this(past, List.of(new Post(address)));
    }

    /// @param posts whoever of them took the last one is sent the next one; where one does not take it, another is
    Retelling(SentPast past, List<Post> posts) {
        this.past = past;
        this.posts = posts;
        thread.start();
    }

    private void run() {
        try {
            while (!stopping) {
                var next = again.peek();
                if (next != null) {
                    deliver(next);
                    again.remove();
                    repeated.incrementAndGet();
                } else if (acknowledged.get() < end) {
                    deliver(acknowledged.get());
                    acknowledged.incrementAndGet();
                } else {
                    Thread.sleep(Post.AGAIN);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(int request) throws InterruptedException {
        attempts.incrementAndGet();
        while (posts.get(taking).send(past.requests().get(request)) != Post.Answer.TAKEN) {
            taking = (taking + 1) % posts.size();
            Thread.sleep(Post.AGAIN);
            attempts.incrementAndGet();
        }
    }

    /// @param requests how many of all may have been sent then
    void goOnTo(int requests) {
        end = requests;
    }

    void goOnToTheEnd() {
        goOnTo(past.requests().size());
    }

    /// Sends some once more that were acknowledged: the latest, as a sender does that was killed itself, or any.
    void repeatSome(Random random) {
        var known = acknowledged.get();
        if (known > 0) {
            var most = Math.min(known, 10);
            var some = 1 + random.nextInt(most);
            if (random.nextBoolean()) {
                IntStream.range(known - some, known).forEach(again::add);
            } else {
                random.ints(some, 0, known).forEach(again::add);
            }
        }
    }

    /// Whether it has come as far as it may.
    boolean isDone() {
        return again.isEmpty() && acknowledged.get() >= end;
    }

    int acknowledged() {
        return acknowledged.get();
    }

    String text() {
        return "requests %d, acknowledged %d, repeated after that %d, sent %d; refused: '%s'"
                .formatted(past.requests().size(), acknowledged.get(), repeated.get(), attempts.get(), refusal());
    }

    boolean isRefused() {
        return !refusal().isEmpty();
    }

    private String refusal() {
        return posts.stream()
                .map(Post::refusal)
                .filter(said -> !said.isEmpty())
                .findFirst()
                .orElse("");
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        posts.forEach(Post::close);
    }
}
