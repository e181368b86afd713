package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.time.Span;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// The newest times of which there are no samples. The weeks of the past are read from the newest back, so that they
/// are not found in the order of time; and some of them twice, where weeks meet.
final class NewestGaps {
    private static final int MOST = 20;

    private final TreeSet<Span> newestFirst = new TreeSet<>(
            Comparator.comparingLong(Span::from).thenComparingLong(Span::to).reversed());

    void add(List<Span> found) {
        newestFirst.addAll(found);
        while (newestFirst.size() > MOST) {
            newestFirst.pollLast();
        }
    }

    List<Span> newest() {
        return List.copyOf(newestFirst);
    }
}
