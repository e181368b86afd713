package io.gpuledger.analyzer.scrape;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/// What is due when, again and again. For one thread at a time; knows no clock.
final class Schedule<T> {
    /// @param lateNanos how long ago it was due
    record Due<T>(T item, long lateNanos) {}

    private record Entry<T>(T item, long dueNanos, long intervalNanos) {
        /// Returns the entry for the next time. Times that were missed are not made up for.
        Entry<T> after(long nowNanos) {
            var missed = (nowNanos - dueNanos) / intervalNanos;
            return new Entry<>(item, dueNanos + (missed + 1) * intervalNanos, intervalNanos);
        }
    }

    /// By difference, as nanoseconds count from anywhere.
    private final PriorityQueue<Entry<T>> queue =
            new PriorityQueue<>(Comparator.comparing(Entry::dueNanos, (one, other) -> Long.signum(one - other)));

    void add(T item, long firstNanos, long intervalNanos) {
        queue.add(new Entry<>(item, firstNanos, intervalNanos));
    }

    void removeAll(java.util.Set<T> items) {
        queue.removeIf(entry -> items.contains(entry.item()));
    }

    /// Each is due again an interval after it was.
    List<Due<T>> due(long nowNanos) {
        var due = new ArrayList<Due<T>>();
        for (var first = queue.peek(); first != null && first.dueNanos() - nowNanos <= 0; first = queue.peek()) {
            queue.remove();
            due.add(new Due<>(first.item(), nowNanos - first.dueNanos()));
            queue.add(first.after(nowNanos));
        }
        return due;
    }

    /// Nothing where there is nothing to wait for.
    OptionalLong nanosToNext(long nowNanos) {
        var first = queue.peek();
        return first == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, first.dueNanos() - nowNanos));
    }
}
