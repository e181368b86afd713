package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.store.database.KnownGpu;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which GPUs are on a node together, as things stand, and how many should be.
final class Neighbours {
    private record Node(String cluster, String name) {}

    private static final List<String> POOLS = List.of(
            "gpu-ledger.io/pool",
            "cloud.google.com/gke-nodepool",
            "eks.amazonaws.com/nodegroup",
            "karpenter.sh/nodepool",
            "kubernetes.azure.com/agentpool",
            "node.kubernetes.io/instance-type");

    private final Map<Node, List<String>> gpus = new HashMap<>();

    Neighbours(Collection<KnownGpu> fleet) {
        for (var gpu : fleet) {
            if (!gpu.nodes().isEmpty()) {
                gpus.computeIfAbsent(
                                new Node(
                                        gpu.gpu().cluster(),
                                        gpu.nodes().lastEntry().getValue()),
                                _ -> new ArrayList<>())
                        .add(gpu.gpu().gpu());
            }
        }
        gpus.values().forEach(there -> there.sort(null));
    }

    /// By their UUIDs, sorted.
    List<String> on(String cluster, String node) {
        return gpus.getOrDefault(new Node(cluster, node), List.of());
    }

    /// By GPU feature discovery, else by what the node has to give.
    static Optional<Integer> expected(NodeState state) {
        return state.label("nvidia.com/gpu.count")
                .flatMap(Neighbours::whole)
                .or(() -> Optional.ofNullable(state.capacity().get("nvidia.com/gpu"))
                        .map(capacity -> {
                            var replicas = state.label("nvidia.com/gpu.replicas")
                                    .flatMap(Neighbours::whole)
                                    .orElse(1);
                            return Math.toIntExact(capacity / Math.max(1, replicas));
                        }));
    }

    private static Optional<Integer> whole(String text) {
        return text.matches("[0-9]{1,4}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    static Optional<String> pool(NodeState state) {
        return POOLS.stream().flatMap(label -> state.label(label).stream()).findFirst();
    }
}
