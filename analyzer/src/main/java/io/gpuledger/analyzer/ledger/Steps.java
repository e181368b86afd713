package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/// Finds, between two readings of a counter, when a unit began or ceased to work: by its activity, or else by its
/// traffic.
///
/// Where the interval before is quiet and the one after is not, or the other way round, the unit went in this one from
/// the one level to the other. It did so when another pod took it, where that is known to have been in this interval;
/// else at the instant at which the amounts are right, which is `d (q - r) / (q - l)` after its begin, for an interval
/// of length `d` with activity `r`, level `l` before it and level `q` after it. Spread evenly instead, its activity
/// would leak into the quiet minute next to it: a quiet run would seem shorter on either side than it was, and a pod
/// that only starts would seem to work.
///
/// Where a pod is known to have taken the unit from another in this interval, all that was done in it belongs to the
/// other one if that is what it would have done until then: that is, if the amount is nearer to `l` until then and
/// nothing after it than to `l` until then and `q` after it.
final class Steps {
    /// Counters are told in whole milliseconds, so that the same work seems to differ by two of them at most.
    private static final double ROUNDING = 2 * MICROS;

    private static final Stretch STILL = new Stretch(new Span(0, 1), Optional.empty(), 0, 0, 0);

    private final NavigableSet<Long> starts;
    private final List<Stretch> found = new ArrayList<>();

    private Steps(NavigableSet<Long> starts) {
        this.starts = starts;
    }

    /// @param starts when the nodes of pods that held the unit took these pods in, as far as that is known
    static List<Stretch> found(List<Stretch> stretches, NavigableSet<Long> starts) {
        var steps = new Steps(starts);
        for (var i = 0; i < stretches.size(); i++) {
            var here = stretches.get(i);
            if (i == 0 || i + 1 == stretches.size()) {
                steps.found.add(here);
            } else {
                steps.add(steps.found.getLast(), here, stretches.get(i + 1));
            }
        }
        return steps.found;
    }

    private void add(Stretch before, Stretch here, Stretch after) {
        if (!isWholeBetween(before, here, after)) {
            found.add(here);
        } else if (isStep(before, here, after)) {
            split(at(before, here, after), before, here, after);
        } else if (isGivenAway(before, here, after)) {
            split(start(here.span()).orElseThrow(), before, here, STILL);
        } else {
            found.add(here);
        }
    }

    private static boolean isWholeBetween(Stretch before, Stretch here, Stretch after) {
        return before.span().to() == here.span().from()
                && here.span().to() == after.span().from()
                && before.observed() > 0
                && here.isWhole()
                && after.observed() > 0;
    }

    private boolean isStep(Stretch before, Stretch here, Stretch after) {
        return (isStep(before, after, Stretch::activity) || before.isQuiet() != after.isQuiet())
                && (start(here.span()).isPresent() || isBetween(before, here, after));
    }

    /// Says whether the unit passed in this interval to a pod that did nothing at first.
    private boolean isGivenAway(Stretch before, Stretch here, Stretch after) {
        var start = start(here.span());
        if (start.isEmpty() || before.activity() <= Stretch.QUIET) {
            return false;
        }
        var until = micros(new Span(here.span().from(), start.getAsLong()));
        var since = micros(new Span(start.getAsLong(), here.span().to()));
        return here.active() - before.activity() * until < after.activity() * since / 2;
    }

    /// Says whether the level went up, or down, twice, each time by more than counters are rounded by. Of less nobody
    /// can tell when it did, and the moment that would seem to be the step would be taken for work of its own.
    private static boolean isBetween(Stretch before, Stretch here, Stretch after) {
        var level = level(before, after);
        var first = (level.applyAsDouble(before) - level.applyAsDouble(here)) * here.observed();
        var second = (level.applyAsDouble(here) - level.applyAsDouble(after)) * here.observed();
        return first * second > 0 && Math.min(Math.abs(first), Math.abs(second)) > ROUNDING;
    }

    /// Returns the level by which the two sides differ: this is activity where that tells the quiet side from the other
    /// one, else traffic.
    private static ToDoubleFunction<Stretch> level(Stretch before, Stretch after) {
        return isStep(before, after, Stretch::activity) ? Stretch::activity : Stretch::busiest;
    }

    private static boolean isStep(Stretch before, Stretch after, ToDoubleFunction<Stretch> level) {
        return (level.applyAsDouble(before) <= Stretch.QUIET) != (level.applyAsDouble(after) <= Stretch.QUIET);
    }

    private OptionalLong start(Span span) {
        var start = starts.higher(span.from());
        return start == null || start >= span.to() ? OptionalLong.empty() : OptionalLong.of(start);
    }

    private void split(long at, Stretch before, Stretch here, Stretch after) {
        if (at == here.span().from() || at == here.span().to()) {
            found.add(here);
            return;
        }
        var first = new Span(here.span().from(), at);
        var second = new Span(at, here.span().to());
        var active = firstPart(here.active(), before.activity(), after.activity(), first, second);
        var traffic = firstPart(here.traffic(), before.busiest(), after.busiest(), first, second);
        found.add(new Stretch(first, here.basis(), micros(first), active, traffic));
        found.add(new Stretch(second, here.basis(), micros(second), here.active() - active, here.traffic() - traffic));
    }

    private long at(Stretch before, Stretch here, Stretch after) {
        return start(here.span()).orElseGet(() -> {
            var level = level(before, after);
            var last = level.applyAsDouble(after);
            var part = (last - level.applyAsDouble(here)) / (last - level.applyAsDouble(before));
            return here.span().from() + Math.round(part * here.span().millis());
        });
    }

    /// Returns how much of an amount lies before the step. The quieter side keeps its level, as far as neither side
    /// gets more than it has time for.
    private static long firstPart(long amount, double before, double after, Span first, Span second) {
        var part = before <= after
                ? Math.round(before * micros(first))
                : amount - Math.min(amount, Math.round(after * micros(second)));
        return Math.clamp(part, Math.max(0, amount - micros(second)), Math.min(amount, micros(first)));
    }

    private static long micros(Span span) {
        return span.millis() * MICROS;
    }
}
