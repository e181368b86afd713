package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;

/// Finds, between two readings of a counter that are more than a minute apart, the minute in which the little that a
/// unit did was done.
///
/// Where the intervals before and after are quiet, and all that was done in this one would make a single minute faint
/// and no more, it is put into one minute, the middle one. Spread evenly instead, it would lie in several minutes next
/// to each other, which break a quiet run that the one minute does not break: a pod that works for half a minute now
/// and then would be idle where the unit is scraped each half minute, and not where it is scraped less often.
final class Bursts {
    private Bursts() {}

    static List<Stretch> found(List<Stretch> stretches) {
        var found = new ArrayList<Stretch>(stretches.size());
        for (var i = 0; i < stretches.size(); i++) {
            var here = stretches.get(i);
            var minute = minute(here.span());
            if (isBurst(here)
                    && !minute.isEmpty()
                    && i > 0
                    && i + 1 < stretches.size()
                    && isQuietBeside(stretches.get(i - 1), here)
                    && isQuietBeside(stretches.get(i + 1), here)) {
                add(here, minute, found);
            } else {
                found.add(here);
            }
        }
        return found;
    }

    /// Says whether a stretch is not quiet, but would make a minute faint if all of it had been done in that minute.
    private static boolean isBurst(Stretch stretch) {
        var most = Math.max(stretch.active(), stretch.traffic());
        return stretch.isWhole() && !stretch.isQuiet() && most * 20 < Minutes.MILLIS * MICROS;
    }

    private static boolean isQuietBeside(Stretch other, Stretch here) {
        var isNext = other.span().to() == here.span().from()
                || other.span().from() == here.span().to();
        return isNext && other.observed() > 0 && other.isQuiet();
    }

    /// Returns the whole minute of the clock that is nearest to the middle of a span. This is empty where the span has
    /// no whole minute, or is itself only a minute long.
    private static Span minute(Span span) {
        var first = Math.ceilDiv(span.from(), Minutes.MILLIS) * Minutes.MILLIS;
        var last = Math.floorDiv(span.to(), Minutes.MILLIS) * Minutes.MILLIS - Minutes.MILLIS;
        if (last < first || span.millis() == Minutes.MILLIS) {
            return new Span(span.from(), span.from());
        }
        var middle = (span.from() + span.to() - Minutes.MILLIS) / 2;
        var nearest = Math.floorDiv(middle + Minutes.MILLIS / 2, Minutes.MILLIS) * Minutes.MILLIS;
        var from = Math.clamp(nearest, first, last);
        return new Span(from, from + Minutes.MILLIS);
    }

    private static void add(Stretch here, Span minute, List<Stretch> found) {
        quiet(here, new Span(here.span().from(), minute.from()), found);
        var all = minute.millis() * MICROS;
        found.add(new Stretch(minute, here.basis(), all, here.active(), here.traffic()));
        quiet(here, new Span(minute.to(), here.span().to()), found);
    }

    private static void quiet(Stretch here, Span span, List<Stretch> found) {
        if (!span.isEmpty()) {
            found.add(new Stretch(span, here.basis(), span.millis() * MICROS, 0, 0));
        }
    }
}
