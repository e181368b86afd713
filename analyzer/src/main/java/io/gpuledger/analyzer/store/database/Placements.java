package io.gpuledger.analyzer.store.database;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// The nodes that a GPU was on, each from an instant until the next. Immutable.
final class Placements {
    static final Placements NONE = new Placements(new TreeMap<>());

    private final NavigableMap<Long, Integer> nodes;

    private Placements(NavigableMap<Long, Integer> nodes) {
        this.nodes = nodes;
    }

    /// Nothing where that was known. Whoever is told of late, but before the GPU came to that same node, was there
    /// earlier than had been thought.
    Optional<Placements> seen(long millis, int node) {
        var before = nodes.floorEntry(millis);
        if (before != null && before.getValue() == node) {
            return Optional.empty();
        }
        var changed = new TreeMap<>(nodes);
        var after = nodes.higherEntry(millis);
        if (after != null && after.getValue() == node) {
            changed.remove(after.getKey());
        }
        changed.put(millis, node);
        return Optional.of(new Placements(changed));
    }

    Placements with(long since, int node) {
        var changed = new TreeMap<>(nodes);
        changed.put(since, node);
        return new Placements(changed);
    }

    /// The last of them.
    Map.Entry<Long, Integer> newest() {
        return nodes.lastEntry();
    }

    Map<Long, Integer> all() {
        return nodes;
    }
}
