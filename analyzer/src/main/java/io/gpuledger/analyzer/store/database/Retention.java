package io.gpuledger.analyzer.store.database;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/// From when on samples are kept: what is older is dropped, and not taken either. Shared by who drops and who writes.
public final class Retention {
    /// Clocks of nodes go wrong. What is further ahead than this comes from one that does.
    private static final Duration AHEAD_MAX = Duration.ofDays(1);

    private final Duration raw;
    private final InstantSource clock;
    private final AtomicReference<LocalDate> floor = new AtomicReference<>(LocalDate.EPOCH);

    public Retention(Duration raw, InstantSource clock) {
        this.raw = raw;
        this.clock = clock;
    }

    /// The oldest instant that is kept.
    Instant from() {
        var byAge = clock.instant().minus(raw);
        var byDisk = start(floor.get());
        return byAge.isAfter(byDisk) ? byAge : byDisk;
    }

    /// What comes from later is not believed.
    Instant until() {
        return clock.instant().plus(AHEAD_MAX);
    }

    LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /// Whether all of the day is too old.
    boolean isOver(LocalDate day) {
        return !start(day.plusDays(1)).isAfter(from());
    }

    /// This day and those before it were dropped for want of room, and are not to come back.
    void raise(LocalDate dropped) {
        floor.accumulateAndGet(dropped.plusDays(1), (old, next) -> old.isAfter(next) ? old : next);
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
