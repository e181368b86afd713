package io.gpuledger.exporter.sampler;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// Time that passes when a test says so.
public final class ManualClock implements InstantSource {
    private static final Instant START = Instant.parse("2026-11-02T10:00:00Z");

    private final AtomicLong nanos = new AtomicLong();

    public void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    public Clock clock() {
        return new Clock(nanos::get, this);
    }

    @Override
    public Instant instant() {
        return START.plusNanos(nanos.get());
    }
}
