package io.gpuledger.analyzer.store;

import io.gpuledger.analyzer.clock.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// From when on samples are kept: what is older is dropped, and not taken either. Shared by who drops and who writes.
/// Nothing is old by the word of this machine's clock alone.
public final class Retention {
    /// Clocks of nodes go wrong. What is further ahead than this comes from one that does.
    private static final Duration AHEAD_MAX = Duration.ofDays(1);

    private final Duration raw;
    private final Timekeeper clock;
    private final AtomicReference<LocalDate> floor = new AtomicReference<>(LocalDate.EPOCH);

    public Retention(Duration raw, Timekeeper clock) {
        this.raw = raw;
        this.clock = clock;
    }

    /// The oldest instant that is kept.
    public Instant from() {
        var byAge = clock.passed().minus(raw);
        var byDisk = start(floor.get());
        return byAge.isAfter(byDisk) ? byAge : byDisk;
    }

    /// What comes from later is not believed.
    public Instant until() {
        return clock.latest().plus(AHEAD_MAX);
    }

    /// The day that is to be written in, give or take.
    public LocalDate today() {
        return day(clock.believed());
    }

    /// Whether all of the day is behind us for sure.
    public boolean isPast(LocalDate day) {
        return day.isBefore(day(clock.passed()));
    }

    /// The begin of the oldest day of which there still is what is kept for so long.
    public Instant keptFrom(Duration kept) {
        return start(day(clock.passed())).minus(kept);
    }

    /// How far this machine's clock is ahead of what is borne out; nothing while nothing is.
    public Optional<Duration> doubt() {
        var passed = clock.passed();
        return passed.equals(Instant.EPOCH) ? Optional.empty() : Optional.of(Duration.between(passed, clock.instant()));
    }

    private static LocalDate day(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC);
    }

    /// Whether all of the day is too old.
    public boolean isOver(LocalDate day) {
        return !start(day.plusDays(1)).isAfter(from());
    }

    /// This day and those before it were dropped for want of room, and are not to come back.
    public void raise(LocalDate dropped) {
        floor.accumulateAndGet(dropped.plusDays(1), (old, next) -> old.isAfter(next) ? old : next);
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
