package io.gpuledger.analyzer.scrape.http;

import java.net.SocketTimeoutException;
import java.time.Duration;

/// When all of a fetch has to be over: name, connection, handshake, and an answer that may come drop by drop.
final class Deadline {
    private final long endNanos;

    private Deadline(long endNanos) {
        this.endNanos = endNanos;
    }

    static Deadline in(Duration patience) {
        return new Deadline(System.nanoTime() + patience.toNanos());
    }

    /// At least one, as to a socket zero is for ever.
    int millisLeft() throws SocketTimeoutException {
        var nanos = endNanos - System.nanoTime();
        if (nanos <= 0) {
            throw new SocketTimeoutException("no time is left");
        }
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, nanos / 1_000_000));
    }
}
