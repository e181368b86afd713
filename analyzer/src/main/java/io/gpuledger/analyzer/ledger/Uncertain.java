package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;

/// Finds the time of a unit of which nobody can say whether it belongs to one account or to another, because
/// something changed between two readings at an instant that was estimated.
///
/// - Where a quiet run or a start begins or ends, the minute beside it is judged by the readings around it. All
///   of each interval between two readings that this minute touches and that lies in more than one minute is
///   uncertain: what was done in it may have been done in any of them.
/// - A quiet run that is about as long as one has to be until it counts is uncertain as a whole: where it is
///   too long or too short by less than the intervals at its ends, it may really have been long enough or not.
/// - An interval in which evidence began or ended is uncertain where the unit was seen all that time, so that
///   nothing tells when it did. So is an interval in which the unit passed from one tenant to another.
/// - An interval of which only a part was seen is uncertain, where the unit was not unhealthy anyway.
///
/// The shorter the step from reading to reading, the less is uncertain: at one second next to nothing is. Of
/// longer intervals, only eight minutes on either side of the change count: what is further away is not known
/// where only a few hours are booked.
final class Uncertain {
    static final long FAR = Reach.AFTER_RUN.toMillis();

    private final List<Row> rows;
    private final List<Stretch> readings;
    private final List<Span> spans = new ArrayList<>();

    private Uncertain(List<Row> rows, List<Stretch> readings) {
        this.rows = rows;
        this.readings = readings;
    }

    /// Returns the uncertain times of a unit, sorted and without overlaps.
    ///
    /// @param rows of the unit, sorted by time
    /// @param readings what the rows come to
    /// @param guessed the times in which the unit passed from one tenant to another, nobody knows when
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

    /// Returns how long the intervals at both ends of a run are together. This is limited to how far what is
    /// known of a run reaches beyond the hours that are booked.
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

    /// Returns the intervals between two readings that touch a time and lie in more than one minute of the
    /// clock, as far as they are near that time.
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

    /// Returns the index of the first reading after an instant.
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
