package io.gpuledger.exporter.exposition;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// How much counts that only grow have grown within the last so many minutes, by GPU and kind.
///
/// @param <K> what is counted of a GPU
final class RecentCounts<K extends Comparable<K>> {
    /// These are the counts from an instant on, until the next of these.
    private record From<K>(Instant at, Map<String, SortedMap<K, Long>> counts) {}

    private final Duration length;
    private final Deque<From<K>> history = new ArrayDeque<>();

    RecentCounts(Duration length) {
        this.length = length;
        history.add(new From<>(Instant.MIN, Map.of()));
    }

    Duration length() {
        return length;
    }

    void take(Instant at, Map<String, SortedMap<K, Long>> counts) {
        if (!history.getLast().counts().equals(counts)) {
            history.add(new From<>(at, counts));
        }
        var begin = at.minus(length);
        var oldest = history.removeFirst();
        while (!history.isEmpty() && !history.getFirst().at().isAfter(begin)) {
            oldest = history.removeFirst();
        }
        history.addFirst(oldest);
    }

    /// What has come within the window, without what has not.
    SortedMap<K, Long> recent(String uuid) {
        var before = history.getFirst().counts().getOrDefault(uuid, new TreeMap<>());
        var recent = new TreeMap<K, Long>();
        history.getLast().counts().getOrDefault(uuid, new TreeMap<>()).forEach((kind, count) -> {
            if (count > before.getOrDefault(kind, 0L)) {
                recent.put(kind, count - before.getOrDefault(kind, 0L));
            }
        });
        return recent;
    }
}
