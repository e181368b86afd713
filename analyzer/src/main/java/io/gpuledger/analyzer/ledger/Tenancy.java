package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.ledger.Minutes.Minute;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// That a tenant held a unit, or shares of it that followed each other, and what of that is a start or idle.
///
/// A start lasts until the first minute with activity over 1 %, but ten minutes after the pod first held the unit at
/// most: a container that starts again starts nothing. Quiet runs are counted from its end; they end with the hold, and
/// wherever the unit was not seen ([Seen]) or was unhealthy.
///
/// @param own what it did itself, as far as that is told apart
/// @param began when its pod first held the unit
/// @param started until when it starts
/// @param idle sorted, and apart
/// @param runs all quiet runs, also those that are too short to be idle
/// @param minutes of the clock that were seen of it, and parts of such
record Tenancy(
        List<Hold> holds,
        List<Stretch> own,
        long began,
        long started,
        List<Span> idle,
        List<Span> runs,
        List<Minute> minutes) {
    private static final Duration STARTING_MAX = Duration.ofMinutes(10);

    /// @param activity by which it is judged
    /// @param unhealthy sorted, and apart
    static Tenancy of(List<Hold> holds, List<Stretch> activity, List<Stretch> own, long began, List<Span> unhealthy) {
        var held = span(holds);
        var seen = Seen.of(held, activity, unhealthy);
        var minutes = seen.stream().map(Minutes::of).toList();
        var started = started(held, began, minutes);
        var runs = runs(seen, started);
        var idle = idle(runs, holds.getFirst().tenant().idleAfter());
        return new Tenancy(
                holds,
                own,
                began,
                started,
                idle,
                runs,
                minutes.stream().flatMap(List::stream).toList());
    }

    private static Span span(List<Hold> holds) {
        return new Span(holds.getFirst().span().from(), holds.getLast().span().to());
    }

    Span span() {
        return span(holds);
    }

    Tenant tenant() {
        return holds.getFirst().tenant();
    }

    /// When it starts no longer, whatever it does.
    long startsUntil() {
        return Math.clamp(began + STARTING_MAX.toMillis(), span().from(), span().to());
    }

    /// What matters of it for a time, if anything does.
    Optional<Tenancy> during(Span time) {
        var some = holds.stream().filter(hold -> hold.span().meets(time)).toList();
        return some.isEmpty()
                ? Optional.empty()
                : Optional.of(new Tenancy(some, Stretch.during(own, time), began, started, idle, runs, minutes));
    }

    private static long started(Span held, long began, List<List<Minute>> seen) {
        var latest = Math.clamp(began + STARTING_MAX.toMillis(), held.from(), held.to());
        for (var minutes : seen) {
            for (var minute : minutes) {
                if (minute.span().from() >= latest) {
                    return latest;
                }
                if (minute.isActive()) {
                    var whole = Math.floorDiv(minute.span().from(), Minutes.MILLIS) * Minutes.MILLIS;
                    return Math.max(whole, held.from());
                }
            }
        }
        return latest;
    }

    private static List<Span> runs(List<List<Stretch>> seen, long started) {
        var runs = new ArrayList<Span>();
        for (var stretches : seen) {
            var after = stretches.stream()
                    .filter(stretch -> stretch.span().to() > started)
                    .map(stretch -> stretch.within(new Span(started, Long.MAX_VALUE)))
                    .toList();
            if (!after.isEmpty()) {
                runs.addAll(QuietRuns.of(Minutes.of(after)));
            }
        }
        return runs;
    }

    /// Of each run the time in which one of its length counts.
    private static List<Span> idle(List<Span> runs, Timeline<Duration> idleAfter) {
        var idle = new ArrayList<Span>();
        idleAfter.each((from, to, least) -> runs.stream()
                .filter(run -> run.millis() >= least.toMillis())
                .forEach(run -> idle.add(run.within(new Span(from, to)))));
        return Span.union(idle);
    }
}
