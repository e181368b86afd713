package io.gpuledger.analyzer.prometheus.peer;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// Bounds how long an answer's bytes may come, as the JDK's client has a deadline for its head only: an answer that
/// trickles would hold up its reader for good.
final class BodyDeadline {
    private final long until;
    private volatile boolean hasPassed;

    /// The time begins now.
    BodyDeadline(Duration time) {
        this.until = System.nanoTime() + time.toNanos();
    }

    /// What is to be closed once the answer was read, so that the deadline is forgotten.
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /// Closes the stream when the time has passed, which ends whoever reads from it.
    Watch over(InputStream in) {
        var thread = Thread.ofVirtual().name("deadline of an answer").start(() -> {
            try {
                Thread.sleep(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
                hasPassed = true;
                in.close();
            } catch (InterruptedException | IOException _) {
                // The answer was read in time, or is closed already.
            }
        });
        return thread::interrupt;
    }

    boolean hasPassed() {
        return hasPassed;
    }
}
