package io.gpuledger.analyzer.fit;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Names other pods, and how near is near: on nodes that have the same value of a label.
///
/// @param namespaces the namespaces that these pods are in
/// @param byLabels more namespaces, by their labels
public record PodTerm(Selection pods, String key, SortedSet<String> namespaces, Selection byLabels) {
    public PodTerm {
        namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
    }

    /// Says whether a pod is one of those.
    ///
    /// @param labelsOfNamespace the labels of the namespace that it is in
    boolean names(String namespace, SortedMap<String, String> labels, SortedMap<String, String> labelsOfNamespace) {
        return (namespaces.contains(namespace) || byLabels.selects(labelsOfNamespace)) && pods.selects(labels);
    }

    /// Says whether it may name pods outside of a namespace.
    public boolean isBeyond(String namespace) {
        return !byLabels.equals(Selection.NOTHING) || namespaces.stream().anyMatch(name -> !name.equals(namespace));
    }

    @Override
    public String toString() {
        return "%s by %s".formatted(pods, key);
    }
}
