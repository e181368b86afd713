package io.gpuledger.analyzer.cluster;

import io.gpuledger.analyzer.cluster.PodRequests.Init;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// What each container of a pod requests of each resource, and how much of it it may use at most.
///
/// @param ofPod what is requested for the pod as a whole, which stands in the place of what its containers request
/// @param overhead what the pod's runtime class adds
public record PodResources(
        List<Container> containers, SortedMap<String, Long> ofPod, SortedMap<String, Long> overhead) {
    /// When a container runs: beside all others of the pod, before them, or before them and then beside them.
    public enum Role {
        MAIN,
        INIT,
        SIDECAR
    }

    /// A container of a pod.
    ///
    /// @param requests a container that has a limit and no request requests its limit
    public record Container(String name, Role role, SortedMap<String, Long> requests, SortedMap<String, Long> limits) {
        public Container {
            requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
            limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
        }
    }

    public PodResources {
        containers = List.copyOf(containers);
        ofPod = Collections.unmodifiableSortedMap(new TreeMap<>(ofPod));
        overhead = Collections.unmodifiableSortedMap(new TreeMap<>(overhead));
    }

    /// Returns the same pod with other containers.
    public PodResources with(List<Container> others) {
        return new PodResources(others, ofPod, overhead);
    }

    /// Returns how much the pod needs of each resource at the same time ([PodRequests]).
    public SortedMap<String, Long> requests() {
        var together = new TreeMap<>(together(Container::requests));
        together.putAll(ofPod);
        return PodRequests.of(List.of(), List.of(together), overhead);
    }

    /// Returns what all containers request together, or what limits they have, reckoned in the same way.
    public SortedMap<String, Long> together(Function<Container, SortedMap<String, Long>> amounts) {
        var inits = containers.stream()
                .filter(container -> container.role() != Role.MAIN)
                .map(container -> new Init(container.role() == Role.SIDECAR, amounts.apply(container)))
                .toList();
        var mains = containers.stream()
                .filter(container -> container.role() == Role.MAIN)
                .map(amounts)
                .toList();
        return PodRequests.of(inits, mains, new TreeMap<>());
    }
}
