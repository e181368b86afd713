package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.diagnosis.StrandedNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/// Holds the units that nobody holds: as pods stand, and as they would be if those that may move stood closer together.
public record Room(List<StrandedNode> now, List<StrandedNode> closer) {
    public Room {
        now = List.copyOf(now);
        closer = List.copyOf(closer);
    }

    /// For how many pods there is room. By putting pods closer together it is never made less: they could stay.
    public record Slots(long now, long closer) {
        public Slots {
            closer = Math.max(now, closer);
        }
    }

    /// Says for how many pods of a kind a node has room.
    public interface SlotsOfNode<K> {
        int of(StrandedNode node, K kind);
    }

    /// Adds up the slots of all nodes.
    ///
    /// @param kinds says which kinds of pods a node may have room for
    public <K> Map<K, Slots> slots(Function<StrandedNode, Stream<K>> kinds, SlotsOfNode<K> slots) {
        var present = sums(now, kinds, slots);
        var possible = sums(closer, kinds, slots);
        var all = new HashMap<K, Slots>();
        Stream.concat(present.keySet().stream(), possible.keySet().stream())
                .forEach(kind ->
                        all.put(kind, new Slots(present.getOrDefault(kind, 0L), possible.getOrDefault(kind, 0L))));
        return all;
    }

    private static <K> Map<K, Long> sums(
            List<StrandedNode> nodes, Function<StrandedNode, Stream<K>> kinds, SlotsOfNode<K> slots) {
        var sums = new HashMap<K, Long>();
        nodes.forEach(node ->
                kinds.apply(node).forEach(kind -> sums.merge(kind, (long) slots.of(node, kind), Long::sum)));
        return sums;
    }
}
