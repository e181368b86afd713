package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;

/// Finds, between two readings of a counter, when a unit began or ceased to work.
///
/// Where the interval before is quiet and the one after is not, or the other way round, the unit went in this one from
/// the one level to the other: when another pod took it, where that is known to have been in this interval, else at the
/// instant at which the amounts are right: of `d` with activity `r` between levels `l` and `q`, after
/// `d (q - r) / (q - l)`. Spread evenly instead, its activity would leak into the quiet minute next to it: a quiet run
/// would seem shorter on either side than it was, and whoever only starts would seem to work.
final class Steps {
    private static final double QUIET = 0.01;

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
            if (i > 0 && i + 1 < stretches.size() && steps.isStep(stretches.get(i - 1), here, stretches.get(i + 1))) {
                steps.add(stretches.get(i - 1), here, stretches.get(i + 1));
            } else {
                steps.found.add(here);
            }
        }
        return steps.found;
    }

    private boolean isStep(Stretch before, Stretch here, Stretch after) {
        return before.span().to() == here.span().from()
                && here.span().to() == after.span().from()
                && before.observed() > 0
                && here.isWhole()
                && after.observed() > 0
                && (before.activity() <= QUIET) != (after.activity() <= QUIET)
                && (start(here.span()).isPresent() || isBetween(before, here, after));
    }

    private static boolean isBetween(Stretch before, Stretch here, Stretch after) {
        return (before.activity() - here.activity()) * (here.activity() - after.activity()) > 0;
    }

    private OptionalLong start(Span span) {
        var start = starts.higher(span.from());
        return start == null || start >= span.to() ? OptionalLong.empty() : OptionalLong.of(start);
    }

    private void add(Stretch before, Stretch here, Stretch after) {
        var at = at(before, here, after);
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
            var part = (after.activity() - here.activity()) / (after.activity() - before.activity());
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
