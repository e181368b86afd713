package io.gpuledger.analyzer.store.preference;

import java.util.ArrayList;
import java.util.List;

/// Knows which origin counts for one unit, and when: the spans of event time do not overlap, and stand in their order.
///
/// A row is kept when it lies within a stretch of its origin, or in none: then it begins one, or moves the start of its
/// origin's next one back to itself. A row without a reading does neither: who reads nothing keeps nobody from being
/// heard who does. Arrival plays no part in it. So it comes to nearly the same in whatever order rows
/// arrive, and a backfill of what nobody told is kept, also when somebody else tells of the present already.
final class UnitOrigins {
    /// More than this are remembered of no unit: two old ones are joined, and where they are not of the same origin it
    /// is forgotten whose they were; their time is over for late rows of others. Of no unit more origins are known.
    private static final int MAX = 8;

    /// Says what becomes of a row.
    sealed interface Verdict {
        record Kept() implements Verdict {}

        record Dropped() implements Verdict {}

        /// Kept, and the origin is preferred from here on.
        ///
        /// @param from who was preferred before
        record Takeover(String from) implements Verdict {}
    }

    private static final Verdict KEPT = new Verdict.Kept();
    private static final Verdict DROPPED = new Verdict.Dropped();

    // Most units have one of each: lists that cannot change are the smallest.
    private List<OriginSpan> spans = List.of();
    private List<OriginInterval> intervals = List.of();
    private volatile long seenMillis;

    /// When a row came last, by the clock of this machine.
    long seenMillis() {
        return seenMillis;
    }

    void seen(long nowMillis) {
        seenMillis = nowMillis;
    }

    synchronized Verdict judge(String origin, long millis) {
        var interval = interval(origin, millis);
        var index = indexAt(millis);
        // Before this row is heard: how long to wait follows from what came before.
        var verdict = index >= 0 && spans.get(index).reaches(millis)
                ? within(spans.get(index), interval, millis)
                : outside(index, interval, millis);
        interval.note(millis);
        return verdict;
    }

    /// Of a row that has nothing but the unit's name, and perhaps its holders': it is dropped where another origin is
    /// heard, and makes nobody heard.
    synchronized Verdict judgeName(String origin, long millis) {
        var index = indexAt(millis);
        var isOfAnother = index >= 0
                && spans.get(index).reaches(millis)
                && !spans.get(index).whose().isOf(origin);
        return isOfAnother ? DROPPED : KEPT;
    }

    private static Verdict within(OriginSpan span, OriginInterval interval, long millis) {
        if (!span.whose().equals(interval)) {
            return DROPPED;
        }
        span.extendTo(millis);
        return KEPT;
    }

    private Verdict outside(int index, OriginInterval interval, long millis) {
        if (index == spans.size() - 1) {
            add(index + 1, OriginSpan.at(interval, millis));
            return index < 0 ? KEPT : after(spans.get(spans.size() - 2), interval);
        }
        var next = spans.get(index + 1);
        if (next.whose().equals(interval) && next.reachesBackTo(millis)) {
            next.extendTo(millis);
        } else {
            add(index + 1, OriginSpan.at(interval, millis));
        }
        return KEPT;
    }

    private static Verdict after(OriginSpan before, OriginInterval interval) {
        return before.whose().equals(interval)
                ? KEPT
                : new Verdict.Takeover(before.whose().origin());
    }

    private OriginInterval interval(String origin, long millis) {
        for (var known : intervals) {
            if (known.isOf(origin)) {
                return known;
            }
        }
        var interval = new OriginInterval(origin, millis);
        var all = new ArrayList<>(intervals);
        all.add(interval);
        intervals = List.copyOf(all.size() > MAX ? all.subList(1, all.size()) : all);
        return interval;
    }

    /// Returns the number of the last span that begins at this time or before it, or -1 when there is none.
    private int indexAt(long millis) {
        var index = spans.size() - 1;
        while (index >= 0 && spans.get(index).from() > millis) {
            index--;
        }
        return index;
    }

    private void add(int index, OriginSpan span) {
        var all = new ArrayList<>(spans);
        all.add(index, span);
        if (all.size() > MAX) {
            shorten(all, index);
        }
        spans = List.copyOf(all);
    }

    /// Two old neighbours become one: of their origin where it is the same, and else nobody's. They are the oldest, but
    /// for the one that was just added and those before it, as it may be the past that is coming in.
    private static void shorten(List<OriginSpan> all, int added) {
        var first = added <= 1 ? added + 1 : 0;
        var one = all.get(first);
        var next = all.remove(first + 1);
        var isSame = one.whose().equals(next.whose());
        all.set(first, isSame ? OriginSpan.joined(one, next) : OriginSpan.closed(one, next));
    }
}
