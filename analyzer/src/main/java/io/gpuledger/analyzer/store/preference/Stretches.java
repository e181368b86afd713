package io.gpuledger.analyzer.store.preference;

import java.util.ArrayList;
import java.util.List;

/// Who is heard of one unit, and when: stretches of event time that do not overlap, in their order.
///
/// A row is kept when it lies within a stretch of its origin, or in none: then it begins one, or moves the start of its
/// origin's next one back to itself. A row without a reading does neither: who reads nothing keeps nobody from being
/// heard who does. Arrival plays no part in it. So it comes to nearly the same in whatever order rows
/// arrive, and a backfill of what nobody told is kept, also when somebody else tells of the present already.
final class Stretches {
    /// More than this are remembered of no unit: of the two oldest it is forgotten whose they were, and their time is
    /// over for late rows. Of no unit more origins are known, either.
    private static final int MAX = 8;

    /// What becomes of a row.
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
    private List<Stretch> stretches = List.of();
    private List<Cadence> cadences = List.of();
    private volatile long heardMillis;

    /// When a row came last, by the clock of this machine.
    long heardMillis() {
        return heardMillis;
    }

    void heard(long nowMillis) {
        heardMillis = nowMillis;
    }

    synchronized Verdict judge(String origin, long millis) {
        var cadence = cadence(origin, millis);
        var index = indexAt(millis);
        // Before this row is heard: how long to wait follows from what came before.
        var verdict = index >= 0 && stretches.get(index).reaches(millis)
                ? within(stretches.get(index), cadence, millis)
                : outside(index, cadence, millis);
        cadence.hear(millis);
        return verdict;
    }

    /// Of a row that has nothing but the unit's name, and perhaps its holders': it is dropped where another origin is
    /// heard, and makes nobody heard.
    synchronized Verdict judgeName(String origin, long millis) {
        var index = indexAt(millis);
        var isOfAnother = index >= 0
                && stretches.get(index).reaches(millis)
                && !stretches.get(index).whose().isOf(origin);
        return isOfAnother ? DROPPED : KEPT;
    }

    private static Verdict within(Stretch stretch, Cadence cadence, long millis) {
        if (!stretch.whose().equals(cadence)) {
            return DROPPED;
        }
        stretch.extendTo(millis);
        return KEPT;
    }

    private Verdict outside(int index, Cadence cadence, long millis) {
        if (index == stretches.size() - 1) {
            add(index + 1, Stretch.at(cadence, millis));
            return index < 0 ? KEPT : after(stretches.get(stretches.size() - 2), cadence);
        }
        var next = stretches.get(index + 1);
        if (next.whose().equals(cadence) && next.reachesBackTo(millis)) {
            next.extendTo(millis);
        } else {
            add(index + 1, Stretch.at(cadence, millis));
        }
        return KEPT;
    }

    private static Verdict after(Stretch before, Cadence cadence) {
        return before.whose().equals(cadence)
                ? KEPT
                : new Verdict.Takeover(before.whose().origin());
    }

    private Cadence cadence(String origin, long millis) {
        for (var known : cadences) {
            if (known.isOf(origin)) {
                return known;
            }
        }
        var cadence = new Cadence(origin, millis);
        var all = new ArrayList<>(cadences);
        all.add(cadence);
        cadences = List.copyOf(all.size() > MAX ? all.subList(1, all.size()) : all);
        return cadence;
    }

    /// Of the last that begins at this time or before it; -1 when there is none.
    private int indexAt(long millis) {
        var index = stretches.size() - 1;
        while (index >= 0 && stretches.get(index).from() > millis) {
            index--;
        }
        return index;
    }

    private void add(int index, Stretch stretch) {
        var all = new ArrayList<>(stretches);
        all.add(index, stretch);
        if (all.size() > MAX) {
            all.set(0, Stretch.closed(all.get(0), all.remove(1)));
        }
        stretches = List.copyOf(all);
    }
}
