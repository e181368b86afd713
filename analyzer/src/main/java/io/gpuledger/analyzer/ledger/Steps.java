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
/// the one level to the other: when another pod took it, where that is known to have been in this interval, else at the
/// instant at which the amounts are right: of `d` with activity `r` between levels `l` and `q`, after
/// `d (q - r) / (q - l)`. Spread evenly instead, its activity would leak into the quiet minute next to it: a quiet run
/// would seem shorter on either side than it was, and whoever only starts would seem to work.
///
/// Where a pod is known to have taken it from another in this interval, what was done belongs to the other one if that
/// is what it would have done until then: if it is nearer to `l` until then and nothing after it, than to `l` until
/// then and `q` after it.
final class Steps {
    private static final Stretch STILL = new Stretch(new Span(0, 1), Optional.empty(), 0, 0, 0);

    private final NavigableSet<Long> starts;
    private final List<Stretch> found = new ArrayList<>();

    private Steps(NavigableSet<Long> starts) {
        this.starts = starts;
    }

    /// @param starts when pods that held it are known to have taken it
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

    /// To a pod that did nothing at first.
    private boolean isGivenAway(Stretch before, Stretch here, Stretch after) {
        var start = start(here.span());
        if (start.isEmpty() || before.activity() <= Stretch.QUIET) {
            return false;
        }
        var until = micros(new Span(here.span().from(), start.getAsLong()));
        var since = micros(new Span(start.getAsLong(), here.span().to()));
        return here.active() - before.activity() * until < after.activity() * since / 2;
    }

    private static boolean isBetween(Stretch before, Stretch here, Stretch after) {
        var level = level(before, after);
        var first = level.applyAsDouble(before) - level.applyAsDouble(here);
        return first * (level.applyAsDouble(here) - level.applyAsDouble(after)) > 0;
    }

    /// Activity, where it tells the quiet side from the other one; else traffic does.
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

    /// The quiet side keeps its level, as far as neither side gets more than it has time for.
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
