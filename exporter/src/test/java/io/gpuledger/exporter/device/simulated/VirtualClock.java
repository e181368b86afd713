package io.gpuledger.exporter.device.simulated;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that moves when it is told to.
final class VirtualClock implements InstantSource {
    static final Instant START = Instant.parse("2026-03-02T14:00:00Z");

    private volatile Instant now = START;

    @Override
    public Instant instant() {
        return now;
    }

    void set(Duration sinceStart) {
        now = START.plus(sinceStart);
    }

    void setSeconds(long sinceStart) {
        set(Duration.ofSeconds(sinceStart));
    }
}
