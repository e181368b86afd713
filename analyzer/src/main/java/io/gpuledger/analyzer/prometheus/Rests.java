package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.prometheus.PastPlan.Standing;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Decides when reading rests although something is missing: while the database is behind, while what was read is
/// booked, and in the part of the day in which the past is left alone.
final class Rests {
    /// Samples that are younger belong to the present: a daily pause does not hold them up, and that some of them are
    /// still to be read does not mean that the past is.
    static final Duration FRESH = Duration.ofMinutes(2);

    private final Surroundings around;
    private final Optional<DailyPause> daily;
    private final BookingPauses pauses = new BookingPauses(System::nanoTime);

    Rests(Surroundings around, Optional<DailyPause> daily) {
        this.around = around;
        this.daily = daily;
    }

    /// Returns why what is missing is not asked for at this moment.
    ///
    /// @param until the newest instant that can be read
    Optional<String> why(Span missing, long until, Instant now, Standing past) {
        if (around.isBehind().getAsBoolean()) {
            return Optional.of("the database is behind with what was read");
        }
        if (pauses.isDue(past, around.areBooksKept())) {
            return Optional.of("what was read is booked first, for a report of it");
        }
        var isNew = missing.from() > until - FRESH.toMillis();
        return daily.filter(pause -> !isNew && pause.has(now))
                .map(pause -> "the past is left alone from %s to %s UTC each day".formatted(pause.from(), pause.to()));
    }
}
