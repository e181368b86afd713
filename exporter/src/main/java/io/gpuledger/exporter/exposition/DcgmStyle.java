package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Holder;
import java.util.Optional;

/// How dcgm-compatible series are labelled, by the switches of dcgm-exporter and our own.
///
/// @param hostname absent when the node's name is not to be on the series
/// @param oldNamespace as dcgm-exporter 1.x spelled its labels
/// @param dashedModel with dashes for the blanks in a model's name
record DcgmStyle(Optional<HostnameLabel> hostname, boolean oldNamespace, boolean dashedModel) {
    String uuidLabel() {
        return oldNamespace ? "uuid" : "UUID";
    }

    String model(String name) {
        return dashedModel ? name.strip().replaceAll("\\s+", "-") : name;
    }

    /// As dcgm-exporter sorts them.
    Labels holder(Labels labels, Optional<Holder> holder) {
        return holder.map(held -> oldNamespace ? oldHolder(labels, held) : holder(labels, held))
                .orElse(labels);
    }

    private static Labels holder(Labels labels, Holder holder) {
        return labels.and("container", holder.container())
                .and("namespace", holder.pod().namespace())
                .and("pod", holder.pod().name());
    }

    private static Labels oldHolder(Labels labels, Holder holder) {
        return labels.and("container_name", holder.container())
                .and("pod_name", holder.pod().name())
                .and("pod_namespace", holder.pod().namespace());
    }

    Labels hostname(Labels labels, String nodeName) {
        return hostname.map(label -> label.add(labels, nodeName)).orElse(labels);
    }
}
