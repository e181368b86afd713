package io.gpuledger.analyzer.scrape.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Closes sockets whose time is over, by a look at all of them now and then. A time on each read would be kept by the
/// JDK's scheduler, which wakes up twice for each: a tenth of all that a scrape costs.
final class Overdue implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMillis(100);

    private final Set<DeadlineSocket> sockets = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closed = new CountDownLatch(1);

    private Overdue() {}

    static Overdue start() {
        var overdue = new Overdue();
        Thread.ofPlatform().name("scrape-deadlines").daemon().start(overdue::look);
        return overdue;
    }

    void watch(DeadlineSocket socket) {
        sockets.add(socket);
    }

    void forget(DeadlineSocket socket) {
        sockets.remove(socket);
    }

    private void look() {
        try {
            while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                sockets.forEach(DeadlineSocket::closeIfOver);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
