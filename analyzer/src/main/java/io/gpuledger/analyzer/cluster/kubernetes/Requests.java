package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuledger.analyzer.cluster.PodRequests;
import io.gpuledger.analyzer.cluster.PodRequests.Init;
import io.gpuledger.analyzer.cluster.Resource;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What containers, and pods as a whole, request: of each resource a whole number, as [Resource#amount] returns.
final class Requests {
    private Requests() {}

    /// Returns how much a pod needs of each resource at once.
    static SortedMap<String, Long> of(PodSpec spec) {
        return PodRequests.of(
                CommonFacts.list(spec.getInitContainers()).stream()
                        .map(container -> new Init(stays(container), of(container)))
                        .toList(),
                CommonFacts.list(spec.getContainers()).stream()
                        .map(Requests::of)
                        .toList(),
                amounts(CommonFacts.map(spec.getOverhead())));
    }

    static SortedMap<String, Long> of(Container container) {
        return amounts(Optional.ofNullable(container.getResources())
                .map(resources -> CommonFacts.map(resources.getRequests()))
                .orElse(Map.of()));
    }

    /// Whether an init container stays beside the others, as a sidecar.
    static boolean stays(Container container) {
        return "Always".equals(container.getRestartPolicy());
    }

    private static SortedMap<String, Long> amounts(Map<String, Quantity> quantities) {
        var amounts = new TreeMap<String, Long>();
        quantities.forEach((resource, quantity) -> Resource.amount(resource, CommonFacts.amount(quantity))
                .ifPresent(amount -> amounts.put(resource, amount)));
        return amounts;
    }
}
