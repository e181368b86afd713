package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;

/// The time of a unit of which nobody can say whether it stands in one account or in the other, because something
/// changed between two readings and was found by an estimate.
///
/// - Where a quiet run or a start begins or ends, the minute beside it is judged by the readings around it. All of each
///   interval between two readings that this minute touches and that lies in more than one minute is uncertain: what
///   was done in it may have been done in either.
/// - A quiet run that is about as long as one has to be until it counts is uncertain as a whole: by less than the
///   intervals at its ends it would be longer or shorter than that.
/// - The interval in which evidence began or ended is uncertain where the unit was seen all that time, so that nothing
///   tells when; and so is one in which it passed from hand to hand.
/// - So is one of which only a part was seen, where it was not unhealthy anyway.
///
/// The shorter the step from reading to reading, the less is uncertain: at one second next to nothing is. Of longer
/// intervals eight minutes on either side count: what is further away is not known to whoever books a few hours only.
final class Uncertain {
    private static final long FAR = Reach.AFTER_RUN.toMillis();

    private final List<Row> rows;
    private final List<Stretch> readings;
    private final List<Span> spans = new ArrayList<>();

    private Uncertain(List<Row> rows, List<Stretch> readings) {
        this.rows = rows;
        this.readings = readings;
    }

    /// Sorted, and apart.
    ///
    /// @param rows of the unit, sorted by time
    /// @param readings what they come to
    /// @param guessed when it passed from hand to hand, nobody knows when
    static List<Span> of(
            List<Row> rows, List<Stretch> readings, List<Tenancy> tenancies, List<Span> guessed, List<Mark> unhealthy) {
        var uncertain = new Uncertain(rows, readings);
        uncertain.spans.addAll(guessed);
        tenancies.forEach(uncertain::add);
        unhealthy.forEach(mark -> uncertain.evidence(mark.span()));
        var sick = Span.union(unhealthy.stream().map(Mark::span).toList());
        readings.stream()
                .filter(stretch -> stretch.observed() > 0 && !stretch.isWhole())
                .forEach(stretch -> uncertain.spans.addAll(stretch.span().without(sick)));
        return Span.union(uncertain.spans);
    }

    private void add(Tenancy tenancy) {
        var held = tenancy.span();
        if (tenancy.started() < tenancy.startsUntil()) {
            edge(tenancy.started(), tenancy.started() + Minutes.MILLIS);
        }
        for (var run : tenancy.idle()) {
            if (run.from() > held.from() && run.from() != tenancy.startsUntil()) {
                edge(run.from() - Minutes.MILLIS, run.from());
            }
            if (run.to() < held.to()) {
                edge(run.to(), run.to() + Minutes.MILLIS);
            }
        }
        for (var run : tenancy.runs()) {
            var blurred = blurred(run);
            tenancy.tenant().idleAfter().each((from, to, least) -> {
                if (Math.abs(run.millis() - least.toMillis()) < blurred) {
                    spans.add(run.within(new Span(from, to)));
                }
            });
        }
    }

    /// The intervals at both ends of a run; no more than what is known of it reaches beyond the hours that are booked.
    private long blurred(Span run) {
        var both = blurred(run.from() - Minutes.MILLIS, run.from()) + blurred(run.to(), run.to() + Minutes.MILLIS);
        return Math.min(both, FAR);
    }

    private long blurred(long from, long to) {
        return intervals(from, to).stream().mapToLong(Span::millis).sum();
    }

    private void edge(long from, long to) {
        spans.addAll(intervals(from, to));
    }

    /// Those that touch a time, and lie in more than one minute of the clock, as far as they are near it.
    private List<Span> intervals(long from, long to) {
        var intervals = new ArrayList<Span>();
        var near = near(from, to);
        for (var next = Math.max(1, after(from));
                next < rows.size() && rows.get(next - 1).millis() < to;
                next++) {
            var span = new Span(rows.get(next - 1).millis(), rows.get(next).millis());
            var isOfOneMinute =
                    Math.floorDiv(span.from(), Minutes.MILLIS) == Math.floorDiv(span.to() - 1, Minutes.MILLIS);
            if (!isOfOneMinute && Reach.joins(span.from(), span.to())) {
                intervals.add(span.within(near));
            }
        }
        return intervals;
    }

    private void evidence(Span span) {
        interval(span.from());
        interval(span.to());
    }

    private void interval(long instant) {
        Stretch.during(readings, new Span(instant, instant + 1)).stream()
                .filter(Stretch::isWhole)
                .map(Stretch::span)
                .filter(span -> span.from() < instant)
                .forEach(span -> spans.add(span.within(near(instant, instant))));
    }

    private static Span near(long from, long to) {
        return new Span(from - FAR, to + FAR);
    }

    /// The first reading after an instant.
    private int after(long millis) {
        var low = 0;
        var high = rows.size();
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (rows.get(middle).millis() > millis) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
