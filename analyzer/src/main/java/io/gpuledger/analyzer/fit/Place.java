package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.NodeState;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node, and what all pods that are on it request, as of an instant.
///
/// @param taken how much they request of each resource; of `pods`, how many there are
public record Place(String name, NodeState state, SortedMap<String, Long> taken) {
    public Place {
        taken = Collections.unmodifiableSortedMap(new TreeMap<>(taken));
    }

    long allocatable(String resource) {
        return state.allocatable().getOrDefault(resource, 0L);
    }

    /// Returns how much is left. It is less than nothing where pods were put there before the node offered
    /// less.
    long free(String resource) {
        return allocatable(resource) - taken.getOrDefault(resource, 0L);
    }
}
