package io.gpuledger.analyzer.cluster.kubernetes;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// A manifest would make pods of this.
///
/// @param kind of the object that has it, as `Job`
/// @param path where in it the template stands, as `spec.template`; empty where the object is a pod itself
/// @param namespace empty where the manifest names none
/// @param labels those that the pods would have
/// @param spec the pods' spec, as JSON in the words of Kubernetes
/// @param pods how many there would be
public record PodTemplate(
        String kind,
        String path,
        String namespace,
        String name,
        SortedMap<String, String> labels,
        String spec,
        long pods) {
    public PodTemplate {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }
}
