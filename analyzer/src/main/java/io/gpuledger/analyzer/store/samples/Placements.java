package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.time.Span;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The nodes that a GPU was on, each from an instant until the next. They are immutable.
final class Placements {
    static final Placements NONE = new Placements(new TreeMap<>());

    private final NavigableMap<Long, Integer> nodes;

    private Placements(NavigableMap<Long, Integer> nodes) {
        this.nodes = nodes;
    }

    /// Returns the placements with what was told of an instant; nothing where that was known. A GPU that is told of
    /// late, but before it came to that same node, was there earlier than had been thought. One that is told of
    /// late on another node was there until it was told of next.
    ///
    /// @param next when it was told of next, as far as that is known already
    Optional<Placements> seen(long millis, int node, OptionalLong next) {
        if (wasOn(node, millis)) {
            return Optional.empty();
        }
        var changed = new TreeMap<>(nodes);
        var before = nodes.floorEntry(millis);
        var after = nodes.higherEntry(millis);
        if (before != null && next.isPresent() && (after == null || next.getAsLong() < after.getKey())) {
            changed.put(next.getAsLong(), before.getValue());
        }
        if (after != null && after.getValue() == node) {
            changed.remove(after.getKey());
        }
        changed.put(millis, node);
        return Optional.of(new Placements(changed));
    }

    boolean wasOn(int node, long millis) {
        var known = nodes.floorEntry(millis);
        return known != null && known.getValue() == node;
    }

    /// Returns the time for which the GPU is thought to have been elsewhere than before, after it was told of at an
    /// instant; nothing where nothing had been thought.
    Optional<Span> change(Placements after, long millis) {
        var until = Optional.ofNullable(after.nodes.higherKey(millis)).orElse(Long.MAX_VALUE);
        return nodes.isEmpty() ? Optional.empty() : Optional.of(new Span(millis, until));
    }

    Placements with(long since, int node) {
        var changed = new TreeMap<>(nodes);
        changed.put(since, node);
        return new Placements(changed);
    }

    /// Returns when it came to the node that it is on, and that node.
    Map.Entry<Long, Integer> newest() {
        return nodes.lastEntry();
    }

    Map<Long, Integer> all() {
        return nodes;
    }
}
