package io.gpuledger.analyzer.store;

import io.gpuledger.analyzer.clock.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/// Decides from when on samples are kept: older ones are dropped, and not taken in either. It is shared by the code
/// that drops and the code that writes. Nothing counts as old by this machine's clock alone.
public final class Retention {
    /// The clocks of nodes go wrong: a sample that is further ahead than this comes from a clock that does.
    private static final Duration AHEAD_MAX = Duration.ofDays(1);

    private final Duration raw;
    private final Timekeeper clock;
    /// Samples are kept from this instant on while a past is being read, where that is longer than usual.
    private volatile Optional<Instant> filledFrom = Optional.empty();
    /// From this instant on they are kept for others on the same database, who read a past.
    private volatile Optional<Instant> othersFrom = Optional.empty();

    private final AtomicReference<LocalDate> floor = new AtomicReference<>(LocalDate.EPOCH);

    public Retention(Duration raw, Timekeeper clock) {
        this.raw = raw;
        this.clock = clock;
    }

    /// From now on samples are kept for longer than usual, and from the same instant on, as older ones are being read
    /// from somebody who has them, and are needed until they are booked.
    public void keepLonger(Duration longer) {
        filledFrom = Optional.of(clock.believed().minus(longer));
    }

    /// From now on samples are kept as long as usual.
    public void keepAsUsual() {
        filledFrom = Optional.empty();
    }

    /// From now on samples are also kept for others, who need those from an instant on; empty where nobody does.
    public void keepForOthers(Optional<Instant> from) {
        othersFrom = from;
    }

    /// Returns from when on samples are kept as a past is being read here; empty where none is.
    public Optional<Instant> filledFrom() {
        return filledFrom;
    }

    /// Whether somebody's past is being read, here or by others, so that there is more to be booked than usual.
    public boolean isFilling() {
        return allFilledFrom().isPresent();
    }

    private Optional<Instant> allFilledFrom() {
        return Stream.of(filledFrom, othersFrom).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    /// Returns how long samples are kept now.
    public Duration reach() {
        return allFilledFrom()
                .map(from -> Duration.between(from, clock.believed()))
                .filter(longer -> longer.compareTo(raw) > 0)
                .orElse(raw);
    }

    /// Returns the oldest instant of which samples are kept.
    public Instant from() {
        var usual = clock.passed().minus(raw);
        var byAge = allFilledFrom().filter(usual::isAfter).orElse(usual);
        var byDisk = start(floor.get());
        return byAge.isAfter(byDisk) ? byAge : byDisk;
    }

    /// Samples of a later instant are not believed.
    public Instant until() {
        return clock.latest().plus(AHEAD_MAX);
    }

    /// Returns the day into which samples are to be written now; it may be wrong by a day.
    public LocalDate today() {
        return day(clock.believed());
    }

    /// Whether all of the day has passed for sure.
    public boolean isPast(LocalDate day) {
        return day.isBefore(day(clock.passed()));
    }

    /// Returns the begin of the oldest day that still holds something that is to be kept for this long.
    public Instant keptFrom(Duration kept) {
        return start(day(clock.passed())).minus(kept);
    }

    /// Returns how far this machine's clock is ahead of the time that other clocks bear out; empty while none do.
    public Optional<Duration> doubt() {
        var passed = clock.passed();
        return passed.equals(Instant.EPOCH) ? Optional.empty() : Optional.of(Duration.between(passed, clock.instant()));
    }

    private static LocalDate day(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC);
    }

    /// Whether all of the day is too old to be kept.
    public boolean isOver(LocalDate day) {
        return !start(day.plusDays(1)).isAfter(from());
    }

    /// Notes that this day and those before it were dropped for lack of room, and must not come back.
    public void raise(LocalDate dropped) {
        floor.accumulateAndGet(dropped.plusDays(1), (old, next) -> old.isAfter(next) ? old : next);
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
