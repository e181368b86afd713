package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Pods.Pod;
import io.gpuledger.exporter.attribution.SoleHolder;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// How dcgm-compatible series are labelled, by the switches of dcgm-exporter and our own.
///
/// @param hostname absent when the node's name is not to be on the series
/// @param oldNamespace as dcgm-exporter 1.x spelled its labels
/// @param dashedModel with dashes for the blanks in a model's name
/// @param podLabels what of a pod beside its name
record DcgmStyle(Optional<HostnameLabel> hostname, boolean oldNamespace, boolean dashedModel, PodLabels podLabels) {
    String uuidLabel() {
        return oldNamespace ? "uuid" : "UUID";
    }

    String model(String name) {
        return dashedModel ? name.strip().replaceAll("\\s+", "-") : name;
    }

    /// Returns who has the unit, by the names of the labels.
    SortedMap<String, String> attributes(Optional<SoleHolder> owner, Optional<String> job, Optional<Pod> pod) {
        var attributes = new TreeMap<String, String>();
        job.ifPresent(id -> attributes.put("hpc_job", id));
        owner.ifPresent(one -> {
            attributes.put(
                    oldNamespace ? "pod_namespace" : "namespace", one.pod().namespace());
            attributes.put(oldNamespace ? "pod_name" : "pod", one.pod().name());
            one.container().ifPresent(name -> attributes.put(oldNamespace ? "container_name" : "container", name));
        });
        pod.filter(_ -> podLabels.uid()).ifPresent(known -> attributes.put("pod_uid", known.uid()));
        return attributes;
    }

    Labels hostname(Labels labels, String nodeName) {
        return hostname.map(label -> label.add(labels, nodeName)).orElse(labels);
    }
}
