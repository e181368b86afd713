package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A node, and what all pods that are on it request, as of an instant.
///
/// @param taken how much they request of each resource; of `pods`, how many there are
/// @param residents these pods, as far as they are known one by one
public record Place(String name, NodeState state, SortedMap<String, Long> taken, List<Resident> residents) {
    public Place {
        taken = Collections.unmodifiableSortedMap(new TreeMap<>(taken));
        residents = List.copyOf(residents);
    }

    /// A node of which only the sums are known.
    public Place(String name, NodeState state, SortedMap<String, Long> taken) {
        this(name, state, taken, List.of());
    }

    /// Returns the node with one more pod on it.
    public Place with(Ask ask) {
        var more = new TreeMap<>(taken);
        more.merge(Resource.PODS, 1L, Long::sum);
        ask.requests().forEach((resource, amount) -> more.merge(resource, amount, Long::sum));
        return new Place(
                name,
                state,
                more,
                Stream.concat(residents.stream(), Stream.of(Resident.of(ask))).toList());
    }

    /// Returns the node without a pod that asked for this and is on it.
    public Place without(Ask ask) {
        var less = new TreeMap<>(taken);
        less.merge(Resource.PODS, -1L, Long::sum);
        ask.requests().forEach((resource, amount) -> less.merge(resource, -amount, Long::sum));
        var rest = new ArrayList<>(residents);
        rest.remove(Resident.of(ask));
        return new Place(name, state, less, rest);
    }

    /// Returns how much of a resource pods can have here.
    public long allocatable(String resource) {
        return state.allocatable().getOrDefault(resource, 0L);
    }

    /// Returns how much is left. It is less than nothing where pods were put there before the node offered
    /// less.
    public long free(String resource) {
        return allocatable(resource) - taken.getOrDefault(resource, 0L);
    }
}
