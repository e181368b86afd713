package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod for as long as it is there, which is from its first hold to its last.
///
/// @param requests of its one container, by resource
public record PodState(Pod pod, String node, Span span, SortedMap<String, Long> requests) {
    private static final long CPUS_A_UNIT = 8;
    private static final long BYTES_A_UNIT = 64L << 30;

    static PodState of(String node, List<Hold> holds) {
        var requests = new TreeMap<String, Long>();
        for (var hold : holds) {
            requests.merge(Resource.of(hold.unit()), (long) hold.replicas(), Long::sum);
            requests.merge(Resource.CPU, CPUS_A_UNIT, Long::sum);
            requests.merge(Resource.MEMORY, BYTES_A_UNIT, Long::sum);
        }
        var from = holds.stream().mapToLong(hold -> hold.span().from()).min().orElseThrow();
        var to = holds.stream().mapToLong(hold -> hold.span().to()).max().orElseThrow();
        return new PodState(holds.getFirst().pod(), node, new Span(from, to), requests);
    }

    /// Who made it, from its own maker up; nobody where it was made by hand.
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

    /// As a Deployment tells its ReplicaSets apart.
    private String hash() {
        return "%08x".formatted(pod.workload().hashCode());
    }

    public Optional<Owner> maker() {
        return owners().stream().findFirst();
    }
}
