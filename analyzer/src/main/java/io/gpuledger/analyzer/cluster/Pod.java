package io.gpuledger.analyzer.cluster;

import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod that asks for GPUs, as it was last told to be.
///
/// @param from when the kubelet took it; where it did not, when it was made; in milliseconds since 1970
/// @param to when it had finished, or was gone
/// @param workload nothing where nobody made it but a person
/// @param labels by [LabelName#normal], and so the annotations
/// @param requests of all its containers, by resource, in its base unit; of `cpu` thousandths of a core
/// @param phase `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`
/// @param eviction why it was put off its node, in one word
public record Pod(
        String uid,
        String namespace,
        String name,
        Optional<String> node,
        long from,
        OptionalLong to,
        Optional<Workload> workload,
        SortedMap<String, String> labels,
        SortedMap<String, String> annotations,
        SortedMap<String, Long> requests,
        String phase,
        OptionalLong priority,
        Optional<String> eviction) {
    public Pod {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
    }

    /// By its name in Kubernetes, or by its normal one; as the next.
    public Optional<String> label(String key) {
        return Optional.ofNullable(labels.get(LabelName.normal(key)));
    }

    public Optional<String> annotation(String key) {
        return Optional.ofNullable(annotations.get(LabelName.normal(key)));
    }
}
