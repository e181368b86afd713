package io.gpuledger.exporter.exposition;

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

    Labels hostname(Labels labels, String nodeName) {
        return hostname.map(label -> label.add(labels, nodeName)).orElse(labels);
    }
}
