package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// When a GPU was in the fleet: from when it was first told of, on. Who is silent leaves an hour after its node is
/// known to be gone, or after seven days where nothing says so, and is back when it is told of again.
public final class Membership {
    public static final long SILENT_MAX = Duration.ofDays(7).toMillis();
    public static final long GONE = Duration.ofHours(1).toMillis();

    /// When a node ceased to be there matters for as long as its GPUs would be missed otherwise.
    public static final long REACH = SILENT_MAX + GONE;

    private Membership() {}

    /// From the first time that it was told of to the end of what is known.
    ///
    /// @param told when it was told of, the first time among them
    /// @param gone when its node ceased to be there
    public static List<Span> of(NavigableSet<Long> told, NavigableSet<Long> gone, long until) {
        var spans = new ArrayList<Span>();
        for (var at : told) {
            var next = told.higher(at);
            var end = Math.min(leaves(at, gone), next == null ? until : next);
            if (end > at) {
                spans.add(new Span(at, end));
            }
        }
        return Span.union(spans);
    }

    /// When something ceased to be there. Who is back before its GPUs would have left was never gone.
    ///
    /// @param there sorted, and apart
    public static NavigableSet<Long> gone(List<Span> there) {
        var gone = new TreeSet<Long>();
        for (var i = 0; i < there.size(); i++) {
            var end = there.get(i).to();
            var back = i + 1 < there.size() ? there.get(i + 1).from() : Long.MAX_VALUE;
            if (back - end > GONE) {
                gone.add(end);
            }
        }
        return gone;
    }

    private static long leaves(long told, NavigableSet<Long> gone) {
        var left = gone.ceiling(told);
        return left == null ? told + SILENT_MAX : Math.min(told + SILENT_MAX, left + GONE);
    }
}
