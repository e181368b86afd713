package io.gpuledger.analyzer.cluster;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node, as it was for a time.
///
/// @param ready whether its kubelet says that it is ready. It is not ready where the kubelet has not been heard of, and
///     it is where nobody tells of that
/// @param cordoned whether it takes no new pods
/// @param taints sorted by key and effect
/// @param capacity how much it has of each resource, in the resource's base unit; of `cpu` in thousandths of a core
/// @param allocatable how much of the capacity pods can have
/// @param labels its labels, by their normal names ([LabelName#normal])
/// @param bootId the id of the machine's last start, where it is told; each start has another one
public record NodeState(
        boolean ready,
        boolean cordoned,
        List<Taint> taints,
        SortedMap<String, Long> capacity,
        SortedMap<String, Long> allocatable,
        SortedMap<String, String> labels,
        Optional<String> bootId) {
    public NodeState {
        taints = List.copyOf(taints);
        capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
        allocatable = Collections.unmodifiableSortedMap(new TreeMap<>(allocatable));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /// Says whether it has a taint with any of these keys.
    public boolean isTainted(Set<String> keys) {
        return taints.stream().anyMatch(taint -> keys.contains(taint.key()));
    }

    /// Returns a label, by its name in Kubernetes or by its normal one.
    public Optional<String> label(String name) {
        return Optional.ofNullable(labels.get(LabelName.normal(name)));
    }
}
