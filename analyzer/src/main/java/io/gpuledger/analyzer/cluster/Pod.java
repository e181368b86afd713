package io.gpuledger.analyzer.cluster;

import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod that asks for GPUs, as it was last told to be, with its labels and annotations over time.
///
/// @param made when it was made, in milliseconds since 1970
/// @param from when the kubelet took it, or when it was made where none did; in milliseconds since 1970
/// @param to when it had finished, or was gone
/// @param owners who made it, as `Job/train`, who made that, and so on, as far as is known
/// @param workload who stands at the top of its owners; this is empty where nobody made it but a person
/// @param labels its labels over time, by their normal names ([LabelName#normal])
/// @param annotations its annotations over time, by their normal names
/// @param requests how much all its containers request of each resource, in the resource's base unit; of `cpu` in
///     thousandths of a core
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

    /// Returns when it is there, as far as that is known.
    public Span life() {
        return new Span(from, Math.max(from, to.orElse(Long.MAX_VALUE)));
    }

    /// Says whether its node rejected it, so that it never ran.
    public boolean isRejected() {
        return eviction.equals(Optional.of(Attribute.REJECTED));
    }

    /// Returns a label at an instant, by its name in Kubernetes or by its normal one. The first labels that were told
    /// hold for all time before, too; and [#annotation] reads annotations in the same way.
    public Optional<String> label(String key, long millis) {
        return labels.backwards().at(millis).map(there -> there.get(LabelName.normal(key)));
    }

    public Timeline<String> annotation(String key) {
        var name = LabelName.normal(key);
        return annotations.backwards().mapEach(there -> there.map(words -> words.get(name)));
    }
}
