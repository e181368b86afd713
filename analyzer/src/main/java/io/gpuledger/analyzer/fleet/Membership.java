package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/// Decides when a GPU was in the fleet: it is from when it was first seen. A GPU that is silent leaves an hour after
/// its node is known to be gone, or after seven days where nothing says so, and is back when it is seen again.
public final class Membership {
    public static final long SILENT_MAX = Duration.ofDays(7).toMillis();
    public static final long GONE = Duration.ofHours(1).toMillis();

    /// Nodes are read from this long before the time that is looked at: a node that was gone even earlier changes
    /// nothing, as its silent GPUs have left the fleet by then anyway.
    public static final long REACH = SILENT_MAX + GONE;

    private Membership() {}

    /// Returns the spans in which a GPU was in the fleet, from when it was first seen to the end of what is known.
    ///
    /// @param told when the GPU was seen, with the first time among them
    /// @param gone when the node of the GPU ceased to be there
    /// @param until the end of what is known
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

    /// Returns when a node ceased to be there. A node that is back before its GPUs would have left was never gone.
    ///
    /// @param there the spans in which it was there, sorted and not overlapping
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
