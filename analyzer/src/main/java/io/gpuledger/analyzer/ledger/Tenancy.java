package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.ledger.Minutes.Minute;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A time in which a tenant held a unit, or shares of it that followed each other, and what of that time is a start or
/// idle.
///
/// A start lasts until the first minute with activity over 1 %, but until ten minutes after the pod first held the unit
/// at most: so a container that starts again begins no new start. Quiet runs are counted from the end of the start.
/// They end with the hold, and wherever the unit was not seen ([Seen]) or was unhealthy.
///
/// @param own what the tenant did itself, as far as that is told apart
/// @param began when its pod first held the unit
/// @param started when its start is over
/// @param idle the times that are idle, sorted and without overlaps
/// @param runs all quiet runs, also those that are too short to be idle
/// @param minutes the minutes of the clock that were seen of it, and parts of such
record Tenancy(
        List<Hold> holds,
        List<Stretch> own,
        long began,
        long started,
        List<Span> idle,
        List<Span> runs,
        List<Minute> minutes) {
    private static final Duration STARTING_MAX = Duration.ofMinutes(10);

    /// @param activity that by which the tenancy is judged
    /// @param unhealthy sorted and without overlaps
    /// @param quiet what is known of quiet runs that began before the activity that is known
    static Tenancy of(
            List<Hold> holds,
            List<Stretch> activity,
            List<Stretch> own,
            long began,
            List<Span> unhealthy,
            List<Span> quiet) {
        var held = span(holds);
        var seen = Seen.of(held, activity, unhealthy);
        var minutes = seen.stream().map(Minutes::of).toList();
        var started = started(held, began, minutes);
        var found = runs(seen, started);
        var runs = quiet.isEmpty()
                ? found
                : Span.union(Stream.concat(quiet.stream(), found.stream()).toList());
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

    /// Returns the instant at which its start is over at the latest, whatever the tenant does.
    long startsUntil() {
        return Math.clamp(began + STARTING_MAX.toMillis(), span().from(), span().to());
    }

    /// Returns what matters of it for a time. This is empty where it holds nothing in that time.
    Optional<Tenancy> during(Span time) {
        var some = holds.stream().filter(hold -> hold.span().meets(time)).toList();
        return some.isEmpty()
                ? Optional.empty()
                : Optional.of(new Tenancy(some, Stretch.during(own, time), began, started, idle, runs, minutes));
    }

    /// Whether it is decided what of a quiet run is idle, however much longer it may become: it is long enough by more
    /// than is uncertain of it at most.
    boolean isDecided(Span run) {
        var tooShort = new ArrayList<Duration>();
        tenant().idleAfter().each((from, to, least) -> {
            if (run.meets(new Span(from, to)) && run.millis() < least.toMillis() + Uncertain.FAR) {
                tooShort.add(least);
            }
        });
        return tooShort.isEmpty();
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
        var past = new Span(started, Long.MAX_VALUE);
        for (var stretches : seen) {
            var after = stretches.stream()
                    .filter(stretch -> stretch.span().to() > started)
                    .map(stretch -> stretch.within(past))
                    .toList();
            if (!after.isEmpty()) {
                runs.addAll(QuietRuns.of(Minutes.of(after)));
            }
        }
        return runs;
    }

    /// Returns the idle times: of each quiet run the times in which a run of its length is long enough to count.
    private static List<Span> idle(List<Span> runs, Timeline<Duration> idleAfter) {
        var idle = new ArrayList<Span>();
        idleAfter.each((from, to, least) -> runs.stream()
                .filter(run -> run.millis() >= least.toMillis())
                .forEach(run -> idle.add(run.within(new Span(from, to)))));
        return Span.union(idle);
    }
}
