package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Gang;
import io.gpuledger.simulator.story.Gate;
import io.gpuledger.simulator.story.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// This is how a pod stands at an instant: it waits, or has a node.
///
/// @param created when it was made, in seconds since 1970
/// @param gate that is closed still
public record PodState(
        Pod pod, Ask ask, long created, Optional<Placement> placement, Optional<Gate> gate, Optional<Gang> gang) {
    /// A pod is on a node.
    ///
    /// @param since when it is there: it is scheduled, starts and is ready at once
    /// @param readiness whether it is ready now
    public record Placement(String node, long since, Readiness readiness) {
        static Placement ready(String node, long since) {
            return new Placement(node, since, new Readiness(true, since));
        }
    }

    /// A pod on a node is ready, or is not.
    ///
    /// @param since when it is so, in seconds since 1970
    public record Readiness(boolean is, long since) {}

    /// The label by which Kueue tells the pods of a gang, which it takes in together.
    private static final String GANG_NAME = "kueue.x-k8s.io/pod-group-name";

    private static final String GANG_MEMBERS = "kueue.x-k8s.io/pod-group-total-count";
    private static final String QUEUE = "kueue.x-k8s.io/queue-name";

    public boolean waits() {
        return placement.isEmpty();
    }

    /// Returns the same pod where that is ready, or is not.
    PodState with(Readiness readiness) {
        return new PodState(
                pod, ask, created, placement.map(at -> new Placement(at.node(), at.since(), readiness)), gate, gang);
    }

    /// Whether it is as the other one, unless one of them is not ready.
    public boolean isBesideReadiness(PodState other) {
        var any = new Readiness(true, 0);
        return with(any).equals(other.with(any));
    }

    public SortedMap<String, Long> requests() {
        return ask.requests();
    }

    public SortedMap<String, String> labels() {
        var labels = new TreeMap<>(Map.of("team", pod.team()));
        if (pod.workload().kind().equals("Notebook")) {
            labels.put("notebook-name", pod.workload().name());
        }
        gang.ifPresent(one -> labels.put(GANG_NAME, one.name()));
        gate.filter(Gate.QUEUE::equals).ifPresent(_ -> labels.put(QUEUE, pod.namespace()));
        return labels;
    }

    /// Returns after how long a quiet run of the pod is idle, and how many its gang wants.
    public SortedMap<String, String> annotations() {
        var annotations =
                new TreeMap<>(Map.of("gpu-ledger.io/idle-after", pod.idleAfter().toSeconds() + "s"));
        gang.ifPresent(one -> annotations.put(GANG_MEMBERS, Integer.toString(one.members())));
        return annotations;
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
