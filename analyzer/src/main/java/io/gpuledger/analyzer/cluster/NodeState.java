package io.gpuledger.analyzer.cluster;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node, as it was for a time.
///
/// @param ready whether its kubelet says so; not so where it has not been heard of, so where nobody tells of that
/// @param cordoned whether it takes no new pods
/// @param taints sorted by key and effect
/// @param capacity by resource, in its base unit; of `cpu` thousandths of a core
/// @param allocatable what of the capacity pods can have
/// @param labels by [LabelName#normal]
/// @param bootId another one after each start of the machine, where it is told
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

    /// Whether it has a taint of any of these keys.
    public boolean isTainted(Set<String> keys) {
        return taints.stream().anyMatch(taint -> keys.contains(taint.key()));
    }

    /// By its name in Kubernetes, or by its normal one.
    public Optional<String> label(String name) {
        return Optional.ofNullable(labels.get(LabelName.normal(name)));
    }
}
