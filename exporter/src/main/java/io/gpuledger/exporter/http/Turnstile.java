package io.gpuledger.exporter.http;

import java.util.concurrent.atomic.AtomicInteger;

/// Lets so many in at the same time, or any number where that is 0.
final class Turnstile {
    private final int insideMax;
    private final AtomicInteger inside = new AtomicInteger();

    Turnstile(int insideMax) {
        this.insideMax = insideMax;
    }

    /// Whoever is let in has to leave.
    boolean enter() {
        if (inside.incrementAndGet() <= insideMax || insideMax == 0) {
            return true;
        }
        leave();
        return false;
    }

    void leave() {
        inside.decrementAndGet();
    }

    int inside() {
        return inside.get();
    }
}
