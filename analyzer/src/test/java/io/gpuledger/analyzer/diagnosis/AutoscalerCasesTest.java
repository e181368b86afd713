package io.gpuledger.analyzer.diagnosis;

import static io.gpuledger.analyzer.fit.Specs.GPU;
import static io.gpuledger.analyzer.fit.Specs.Node.FREE;

import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Specs;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Karpenter: its pages on NodeClaims, scheduling and troubleshooting. The cluster autoscaler: its FAQ, and its events.
class AutoscalerCasesTest {
    private static final Place FULL = FREE.take(GPU, 8).place("full");
    private static final String NO_ROOM =
            "It asks for 8 nvidia.com/gpu on one node. Of the 1 node that it may use and that is large enough, full"
                    + " has 0 free, and all have 0 together.";
    private static final String LAUNCHED =
            "A node is being made that would take it (launched 2 min ago): the claim gpu-x7k2 of Karpenter, in the pool"
                    + " gpu. ";
    private static final String ZONE = "topology.kubernetes.io/zone";

    private static Waiting eight(String name) {
        return Waiting.of(name, Specs.asks(Map.of(GPU, 8L, "cpu", 8_000L)));
    }

    private static World full() {
        return new World().node(FULL).pods(eight("train"));
    }

    /// A claim on a node with eight GPUs.
    private static String[] claim(String... more) {
        var all = new ArrayList<>(List.of(
                "created 2026-03-03T08:57:00Z",
                "labels {\"karpenter_sh_nodepool\":\"gpu\"}",
                "min.nvidia.com/gpu 8",
                "min.cpu 32"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static World claimed(String... more) {
        return full().told(Kind.NODE_CLAIM, "gpu-x7k2", claim(more));
    }

    static Stream<Case> cases() {
        return Stream.concat(ofKarpenter(), ofClusterAutoscaler());
    }

    private static Stream<Case> ofKarpenter() {
        return Stream.of(
                new Case(
                        "NodeClaims, creation: Karpenter asks the cloud for a machine, and has none yet",
                        claimed("condition.Launched false", "reason.Launched AwaitingReconciliation"),
                        Blocker.PROVISIONING,
                        "A node is being made that would take it (asked for 3 min ago): the claim gpu-x7k2 of"
                                + " Karpenter, in the pool gpu. " + NO_ROOM),
                new Case(
                        "NodeClaims, condition Launched: there is a machine, and no node yet",
                        claimed("condition.Launched true", "condition.Registered false"),
                        Blocker.PROVISIONING,
                        LAUNCHED + NO_ROOM),
                new Case(
                        "NodeClaims, condition Registered: there is a node, and not all of its resources",
                        claimed(
                                "condition.Launched true",
                                "condition.Registered true",
                                "condition.Initialized false",
                                "message.Initialized Resource nvidia.com/gpu was requested but not registered"),
                        Blocker.PROVISIONING,
                        "A node is being made that would take it (registered 2 min ago): the claim gpu-x7k2 of"
                            + " Karpenter, in the pool gpu. Karpenter says: Resource nvidia.com/gpu was requested but"
                            + " not registered. " + NO_ROOM),
                new Case(
                        "NodeClaims, condition Initialized: then the node says all",
                        claimed("condition.Launched true", "condition.Registered true", "condition.Initialized true"),
                        Blocker.CAPACITY,
                        NO_ROOM),
                new Case(
                        "Troubleshooting, insufficient capacity: the launch fails, and why",
                        claimed(
                                "condition.Launched false",
                                "reason.Launched InsufficientCapacityError",
                                "message.Launched all requested instance types were unavailable during launch"),
                        Blocker.PROVISIONING,
                        "A node is being made that would take it (asked for 3 min ago): the claim gpu-x7k2 of"
                                + " Karpenter, in the pool gpu. Karpenter says: all requested instance types were"
                                + " unavailable during launch. " + NO_ROOM),
                new Case(
                        "Troubleshooting, node not registered: the machine does not join",
                        claimed(
                                "condition.Launched true",
                                "condition.Registered false",
                                "message.Registered Node not registered with cluster"),
                        Blocker.PROVISIONING,
                        LAUNCHED + "Karpenter says: Node not registered with cluster. " + NO_ROOM),
                new Case(
                        "Scheduling, resource requests: a claim on too small a machine is for others",
                        full().told(
                                        Kind.NODE_CLAIM,
                                        "cpu-1",
                                        "created 2026-03-03T08:57:00Z",
                                        "min.cpu 4",
                                        "condition.Launched true"),
                        Blocker.CAPACITY,
                        NO_ROOM),
                new Case(
                        "Scheduling, taints: a claim whose taint the pod does not tolerate is for others",
                        claimed("condition.Launched true", "taint.dedicated:NoSchedule vision"),
                        Blocker.CAPACITY,
                        NO_ROOM),
                new Case(
                        "Scheduling, well-known labels: a claim that leaves the zone open takes a pod that asks for"
                                + " one",
                        new World()
                                .node(FREE.label(ZONE, "a").place("in-a"))
                                .pods(Waiting.of("train", Specs.selecting(new TreeMap<>(Map.of(ZONE, "b")))))
                                .told(
                                        Kind.NODE_CLAIM,
                                        "gpu-x7k2",
                                        claim("condition.Launched true", "requirement." + ZONE + " In a,b")),
                        Blocker.PROVISIONING,
                        LAUNCHED + "1 node is large enough; of these in-a does not have the label"
                                + " topology.kubernetes.io/zone=b but a."),
                new Case(
                        "Scheduling, well-known labels: a claim in another zone is for others",
                        new World()
                                .node(FREE.label(ZONE, "a").place("in-a"))
                                .pods(Waiting.of("train", Specs.selecting(new TreeMap<>(Map.of(ZONE, "b")))))
                                .told(
                                        Kind.NODE_CLAIM,
                                        "gpu-x7k2",
                                        claim("condition.Launched true", "requirement." + ZONE + " In a,c")),
                        Blocker.SELECTOR,
                        "1 node is large enough; of these in-a does not have the label topology.kubernetes.io/zone=b"
                                + " but a."),
                new Case(
                        "NodeClaims: a machine that was chosen has what it says that it has",
                        claimed("condition.Launched true", "allocatable.nvidia.com/gpu 4", "allocatable.cpu 60"),
                        Blocker.CAPACITY,
                        NO_ROOM),
                new Case(
                        "Scheduling, batching: a claim has room for the pod before it, and for no other",
                        new World()
                                .node(FULL)
                                .pods(eight("young").since(2), eight("old").since(1))
                                .told(Kind.NODE_CLAIM, "gpu-x7k2", claim("condition.Launched true")),
                        Blocker.CAPACITY,
                        NO_ROOM));
    }

    private static Stream<Case> ofClusterAutoscaler() {
        return Stream.of(
                new Case(
                        "FAQ, events: TriggeredScaleUp",
                        full().autoscaler(
                                        "train", 2, "Triggered", "pod triggered scale-up: [{gpu-pool 1->2 (max: 4)}]"),
                        Blocker.PROVISIONING,
                        "A node is being made for it (asked for 2 min ago). The cluster autoscaler says: pod triggered"
                                + " scale-up: [{gpu-pool 1->2 (max: 4)}]. " + NO_ROOM),
                new Case(
                        "FAQ, events: NotTriggerScaleUp, the groups are as large as they may be",
                        full().autoscaler(
                                        "train",
                                        2,
                                        "Refused",
                                        "pod didn't trigger scale-up: 2 max node group size reached"),
                        Blocker.CAPACITY,
                        NO_ROOM + " No node is made for it. The cluster autoscaler says: pod didn't trigger scale-up: 2"
                                + " max node group size reached."),
                new Case(
                        "FAQ, events: NotTriggerScaleUp, the cloud gave none the last time",
                        full().autoscaler(
                                        "train",
                                        1,
                                        "Refused",
                                        "pod didn't trigger scale-up: 1 in backoff after failed scale-up"),
                        Blocker.CAPACITY,
                        NO_ROOM + " No node is made for it. The cluster autoscaler says: pod didn't trigger scale-up: 1"
                                + " in backoff after failed scale-up."),
                new Case(
                        "FAQ, when a pod would not fit on a new node: none is made",
                        new World()
                                .node(FULL)
                                .pods(Waiting.of("train", Specs.asks(Map.of(GPU, 16L))))
                                .autoscaler(
                                        "train",
                                        1,
                                        "Refused",
                                        "pod didn't trigger scale-up (it wouldn't fit if a new node is added)"),
                        Blocker.NEVER,
                        "It asks for 16 nvidia.com/gpu. Of the 1 node that it may use, none has more than 8"
                                + " nvidia.com/gpu. No node is made for it. The cluster autoscaler says: pod didn't"
                                + " trigger scale-up (it wouldn't fit if a new node is added)."),
                new Case(
                        "FAQ, max-node-provision-time: after 15 minutes a node is not waited for any more",
                        full().autoscaler(
                                        "train", 20, "Triggered", "pod triggered scale-up: [{gpu-pool 1->2 (max: 4)}]"),
                        Blocker.CAPACITY,
                        NO_ROOM),
                new Case(
                        "FAQ, events: of several the latest counts",
                        full().autoscaler("train", 6, "Refused", "pod didn't trigger scale-up: 1 in backoff")
                                .autoscaler("train", 3, "Triggered", "pod triggered scale-up"),
                        Blocker.PROVISIONING,
                        "A node is being made for it (asked for 3 min ago). The cluster autoscaler says: pod triggered"
                                + " scale-up. " + NO_ROOM),
                new Case(
                        "FAQ, events: what it says of another pod is about that one",
                        full().autoscaler("other", 2, "Triggered", "pod triggered scale-up"),
                        Blocker.CAPACITY,
                        NO_ROOM));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void is_told_so(Case one) {
        one.holds();
    }
}
