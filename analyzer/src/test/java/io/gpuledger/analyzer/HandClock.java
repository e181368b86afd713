package io.gpuledger.analyzer;

import java.time.Instant;
import java.time.InstantSource;

/// A clock that goes when it is set.
final class HandClock implements InstantSource {
    private volatile Instant now;

    HandClock(Instant now) {
        this.now = now;
    }

    void set(Instant instant) {
        now = instant;
    }

    @Override
    public Instant instant() {
        return now;
    }
}
