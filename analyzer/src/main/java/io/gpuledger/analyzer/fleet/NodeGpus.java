package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.PoolLabels;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Knows which GPUs are on a node together, and how many should be.
public final class NodeGpus {
    private record Node(String cluster, String name) {}

    /// Pods ask for GPUs by the name of this resource.
    static final String RESOURCE = "nvidia.com/gpu";

    private static final Comparator<KnownGpu> ORDER = Comparator.comparingInt(
                    (KnownGpu gpu) -> gpu.ordinal().orElse(0))
            .thenComparing(gpu -> gpu.gpu().gpu());

    private final List<KnownGpu> all;
    private final Map<Node, List<KnownGpu>> gpus = new HashMap<>();
    /// This map has slots as well as GPUs.
    private final Map<Node, List<KnownGpu>> together = new HashMap<>();

    public NodeGpus(Collection<KnownGpu> fleet) {
        all = fleet.stream()
                .collect(Collectors.groupingBy(
                        gpu -> new Node(gpu.gpu().cluster(), gpu.lastNode().orElse("")),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
        for (var gpu : fleet) {
            for (var name : gpu.allNodes()) {
                var node = new Node(gpu.gpu().cluster(), name);
                together.computeIfAbsent(node, _ -> new ArrayList<>()).add(gpu);
                if (gpu.ordinal().isEmpty()) {
                    gpus.computeIfAbsent(node, _ -> new ArrayList<>()).add(gpu);
                }
            }
        }
    }

    /// Returns the sorted UUIDs of the GPUs that are on a node in an hour: those that had been seen by its end, and had
    /// not left by its begin.
    public List<String> on(String cluster, String node, long hour) {
        return ever(cluster, node).stream()
                .filter(gpu -> gpu.firstSeen() < hour + Hour.MILLIS && gpu.leaves() > hour)
                .filter(gpu -> gpu.node(hour).equals(Optional.of(node)))
                .map(gpu -> gpu.gpu().gpu())
                .sorted()
                .toList();
    }

    /// Returns all GPUs and slots, with those of a node one after the other.
    public List<KnownGpu> all() {
        return all;
    }

    /// Returns these GPUs and all others, with slots, that were ever on a node with any of them. They are sorted by
    /// UUID, and slots come last.
    public List<KnownGpu> and(Collection<KnownGpu> some) {
        var all = new HashMap<Integer, KnownGpu>();
        for (var gpu : some) {
            all.put(gpu.id(), gpu);
            for (var node : gpu.allNodes()) {
                together.getOrDefault(new Node(gpu.gpu().cluster(), node), List.of())
                        .forEach(other -> all.put(other.id(), other));
            }
        }
        return all.values().stream().sorted(ORDER).toList();
    }

    /// Returns the GPUs, without slots, that were on a node at any time.
    List<KnownGpu> ever(String cluster, String node) {
        return gpus.getOrDefault(new Node(cluster, node), List.of());
    }

    /// Returns the names of the nodes on which GPUs were seen.
    Set<String> nodes(String cluster) {
        return gpus.keySet().stream()
                .filter(node -> node.cluster().equals(cluster))
                .map(Node::name)
                .collect(Collectors.toSet());
    }

    /// Returns how many GPUs should be on a node: by GPU feature discovery, or else by how many GPUs the node has to
    /// give divided by how often it gives each. Empty where each may be advertised several times.
    public static Optional<Integer> expected(NodeState state) {
        return state.label("nvidia.com/gpu.count")
                .flatMap(NodeGpus::whole)
                .or(() -> toldReplicas(state)
                        .flatMap(replicas -> advertised(state).map(all -> all / Math.max(1, replicas))));
    }

    /// Returns how often a node advertises each of its GPUs: once where it does not say.
    public static int replicas(NodeState state) {
        return Math.max(1, toldReplicas(state).orElse(1));
    }

    private static Optional<Integer> toldReplicas(NodeState state) {
        return state.label("nvidia.com/gpu.replicas").flatMap(NodeGpus::whole);
    }

    /// Returns how many GPUs a node has to give; some of them may be counted several times.
    public static Optional<Integer> advertised(NodeState state) {
        return Optional.ofNullable(state.capacity().get(RESOURCE)).map(Math::toIntExact);
    }

    private static Optional<Integer> whole(String text) {
        return text.matches("[0-9]{1,4}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }

    public static Optional<String> pool(NodeState state) {
        return PoolLabels.pool(state.labels());
    }
}
