package io.gpuledger.analyzer.cluster;

import io.gpuledger.analyzer.time.Timeline;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod that asks for GPUs, as it was last told to be; its labels and annotations over time.
///
/// @param made when it was
/// @param from when the kubelet took it; where it did not, when it was made; in milliseconds since 1970
/// @param to when it had finished, or was gone
/// @param owners who made it, as `Job/train`, who made that, and so on, as far as is known
/// @param workload who stands at the top; nothing where nobody made it but a person
/// @param labels by [LabelName#normal], and so the annotations
/// @param requests of all its containers, by resource, in its base unit; of `cpu` thousandths of a core
/// @param phase `Pending`, `Running`, `Succeeded`, `Failed` or `Unknown`
/// @param eviction why it was put off its node, in one word
public record Pod(
        String uid,
        String namespace,
        String name,
        Optional<String> node,
        long made,
        long from,
        OptionalLong to,
        List<String> owners,
        Optional<Workload> workload,
        Timeline<SortedMap<String, String>> labels,
        Timeline<SortedMap<String, String>> annotations,
        SortedMap<String, Long> requests,
        String phase,
        OptionalLong priority,
        Optional<String> eviction) {
    public Pod {
        owners = List.copyOf(owners);
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
    }

    /// By its name in Kubernetes, or by its normal one, as the next. What it was told to be at first, it was before.
    public Optional<String> label(String key, long millis) {
        return labels.backwards().at(millis).map(there -> there.get(LabelName.normal(key)));
    }

    public Timeline<String> annotation(String key) {
        var name = LabelName.normal(key);
        return annotations.backwards().mapEach(there -> there.map(words -> words.get(name)));
    }
}
