package io.gpuledger.analyzer.store.embedded;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.service.life.Lifelong;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// Starts the server again whenever it ends, on the same port, until closed.
final class Supervisor {
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /// A server that ran for so long was well. The log is looked after as often.
    private static final Duration WELL = Duration.ofMinutes(1);

    private static final System.Logger LOG = System.getLogger(Supervisor.class.getName());

    private final Server server;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicLong restarts = new AtomicLong();
    private final Thread watching;
    private volatile ServerProcess process;

    /// The wait before the next attempt.
    private Duration wait = SHORTEST_WAIT;

    private Supervisor(Server server, ServerProcess process) {
        this.server = server;
        this.process = process;
        this.watching = Lifelong.virtual("postgres-supervisor", this::watch);
    }

    /// @param process is ready
    static Supervisor of(Server server, ServerProcess process) {
        var supervisor = new Supervisor(server, process);
        supervisor.watching.start();
        return supervisor;
    }

    Server server() {
        return server;
    }

    ServerProcess process() {
        return process;
    }

    long restarts() {
        return restarts.get();
    }

    private void watch() {
        try {
            while (!isClosing()) {
                if (process.endsWithin(WELL)) {
                    startAgain();
                } else {
                    wait = SHORTEST_WAIT;
                    server.log().prune();
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void startAgain() throws InterruptedException {
        if (isClosing()) {
            return;
        }
        LOG.log(WARNING, "PostgreSQL (process %d) has ended by itself; it is started again".formatted(process.pid()));
        var trouble = "";
        while (!closing.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
            wait = shorter(wait.multipliedBy(2), LONGEST_WAIT);
            try {
                server.clear();
                if (launched()) {
                    server.awaitReady(process);
                    LOG.log(INFO, "PostgreSQL is back, as process %d".formatted(process.pid()));
                }
                return;
            } catch (IOException | RuntimeException e) { // the edge: whatever it was, the next attempt may do better
                trouble = told(trouble, String.valueOf(e.getMessage()));
            }
        }
    }

    private synchronized boolean launched() throws IOException {
        if (isClosing()) {
            return false;
        }
        restarts.incrementAndGet();
        process = server.launch();
        return true;
    }

    /// The same trouble is told once.
    private String told(String before, String now) {
        if (!now.equals(before) && !isClosing()) {
            LOG.log(WARNING, now + "; it is tried again for as long as this program runs");
        }
        return now;
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    /// Stops the server for good. Closing it again does nothing.
    void close() throws IOException, InterruptedException {
        closing.countDown();
        synchronized (this) {
            if (process.runs()) {
                server.stop(process);
            }
            server.clear();
        }
        watching.join();
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
