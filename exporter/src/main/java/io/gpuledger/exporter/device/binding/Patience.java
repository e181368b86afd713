package io.gpuledger.exporter.device.binding;

import java.time.Duration;

/// Says when something is to be tried again: at once, and then after ever longer waits.
public final class Patience {
    private final Duration shortest;
    private final Duration longest;
    private Duration wait;
    private long dueNanos;
    private boolean waiting;

    public Patience(Duration shortest, Duration longest) {
        this.shortest = shortest;
        this.longest = longest;
        this.wait = shortest;
    }

    public boolean isBegun() {
        return waiting;
    }

    public boolean isDue(long nanos) {
        return !waiting || nanos - dueNanos >= 0;
    }

    /// It was tried now: the next time is due later than the last one was.
    public void tried(long nanos) {
        waiting = true;
        dueNanos = nanos + wait.toNanos();
        wait = wait.multipliedBy(2).compareTo(longest) > 0 ? longest : wait.multipliedBy(2);
    }

    /// There is nothing to be tried any more.
    public void calm() {
        waiting = false;
        wait = shortest;
    }
}
