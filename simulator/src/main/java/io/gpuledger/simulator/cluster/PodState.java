package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod for as long as it is there, which is from its first hold to its last.
///
/// @param requests of its one container, by resource
public record PodState(Pod pod, String node, Span span, SortedMap<String, Long> requests) {
    /// All units of a node together have this part of the host, so that the host is in nobody's way.
    private static final double PART_OF_HOST = 0.9;

    static PodState of(Node node, List<Hold> holds) {
        var parts = node.gpus().stream()
                .mapToInt(gpu -> gpu.units().size() * gpu.replicas())
                .sum();
        var requests = new TreeMap<String, Long>();
        for (var hold : holds) {
            requests.merge(Resource.of(hold.unit()), (long) hold.replicas(), Long::sum);
            requests.merge(Resource.CPU, part(node.cpus(), hold, parts), Long::sum);
            requests.merge(Resource.MEMORY, part(node.memoryBytes(), hold, parts), Long::sum);
        }
        var from = holds.stream().mapToLong(hold -> hold.span().from()).min().orElseThrow();
        var to = holds.stream().mapToLong(hold -> hold.span().to()).max().orElseThrow();
        return new PodState(holds.getFirst().pod(), node.name(), new Span(from, to), requests);
    }

    private static long part(long whole, Hold hold, int parts) {
        return (long) (whole * PART_OF_HOST * hold.replicas() / parts);
    }

    public SortedMap<String, String> labels() {
        var labels = new TreeMap<>(Map.of("team", pod.team()));
        if (pod.workload().kind().equals("Notebook")) {
            labels.put("notebook-name", pod.workload().name());
        }
        return labels;
    }

    /// Returns after how long a quiet run of the pod is idle.
    public SortedMap<String, String> annotations() {
        return new TreeMap<>(Map.of("gpu-ledger.io/idle-after", pod.idleAfter().toSeconds() + "s"));
    }

    /// Returns who made the pod, and who made its maker in turn; nobody where it was made by hand.
    public List<Owner> owners() {
        var workload = pod.workload();
        var top = new Owner(workload.kind(), workload.name());
        return switch (workload.kind()) {
            case "Pod" -> List.of();
            case "Deployment" -> List.of(new Owner("ReplicaSet", workload.name() + "-" + hash()), top);
            case "Notebook" -> List.of(new Owner("StatefulSet", workload.name()), top);
            default -> List.of(top);
        };
    }

    /// A Deployment tells its ReplicaSets apart by such a hash.
    private String hash() {
        return "%08x".formatted(pod.workload().hashCode());
    }

    public Optional<Owner> maker() {
        return owners().stream().findFirst();
    }
}
