package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The nodes of a cluster by the GPUs that they have. There are few kinds of them, so that each pod is held against
/// the kinds, and not against each node's labels and resources again.
final class GpuNodes {
    /// Nodes that have the same kind of GPUs, where that is known, and advertise them as the same resources.
    private record Kind(Optional<String> sku, Set<String> resources) {}

    private final List<Kind> kinds = new ArrayList<>();
    /// The index of each node's kind.
    private final int[] kindOf;

    private final Map<String, Double> largestParts = new HashMap<>();

    /// @param skuOf says by the name of a node which GPUs it has, where that is known
    GpuNodes(List<Place> nodes, Function<String, Optional<String>> skuOf) {
        var numbers = new HashMap<Kind, Integer>();
        this.kindOf = new int[nodes.size()];
        for (var i = 0; i < kindOf.length; i++) {
            var node = nodes.get(i);
            var resources = resources(node);
            resources.forEach(resource -> largestParts.merge(resource, GpuPart.of(resource, node.state()), Math::max));
            var kind = new Kind(resources.isEmpty() ? Optional.empty() : skuOf.apply(node.name()), resources);
            kindOf[i] = numbers.computeIfAbsent(kind, this::add);
        }
    }

    private static Set<String> resources(Place node) {
        return node.state().allocatable().keySet().stream()
                .filter(resource -> Resource.isGpu(resource) && node.allocatable(resource) > 0)
                .collect(Collectors.toUnmodifiableSet());
    }

    private int add(Kind kind) {
        kinds.add(kind);
        return kinds.size() - 1;
    }

    /// Returns the kinds of GPUs that there are.
    Set<String> skus() {
        return kinds.stream().flatMap(kind -> kind.sku().stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    /// Returns the kinds of GPUs that some nodes have which advertise all these resources.
    ///
    /// @param selected says of each node whether it is one of those that are asked about
    Set<String> skus(boolean[] selected, Set<String> resources) {
        var isSeen = new boolean[kinds.size()];
        for (var i = 0; i < kindOf.length; i++) {
            isSeen[kindOf[i]] |= selected[i];
        }
        var skus = new TreeSet<String>();
        for (var i = 0; i < isSeen.length; i++) {
            var kind = kinds.get(i);
            if (isSeen[i] && kind.resources().containsAll(resources)) {
                kind.sku().ifPresent(skus::add);
            }
        }
        return skus;
    }

    /// Returns how much of a GPU one of a resource is at most, on the nodes that advertise it. Where none does, a GPU
    /// is taken to be whole.
    double largestPart(String resource) {
        return largestParts.getOrDefault(resource, GpuPart.anywhere(resource));
    }
}
