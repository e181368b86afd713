package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.PodRequests;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// An ask says what a pod needs of a node before it can be put there.
///
/// @param node the name of the node that its spec asks for, where it asks for one
/// @param requests how much it needs of each resource at the same time ([PodRequests]), in the resource's base
///     unit; of `cpu` in thousandths of a core
/// @param selector the labels that a node must have
/// @param affinity the terms of its required node affinity, of which a node must match one. It is empty where
///     the pod has no such affinity; no node matches a list without terms
public record Ask(
        Optional<String> node,
        SortedMap<String, Long> requests,
        SortedMap<String, String> selector,
        Optional<List<Term>> affinity,
        List<Toleration> tolerations) {
    public Ask {
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
        selector = Collections.unmodifiableSortedMap(new TreeMap<>(selector));
        affinity = affinity.map(List::copyOf);
        tolerations = List.copyOf(tolerations);
    }
}
