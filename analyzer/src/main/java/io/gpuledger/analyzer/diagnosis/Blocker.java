package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.SkuLabels;
import io.gpuledger.analyzer.fit.CompanyReason;
import io.gpuledger.analyzer.fit.DeviceBar;
import io.gpuledger.analyzer.fit.DeviceReason;
import io.gpuledger.analyzer.fit.PodReason;
import io.gpuledger.analyzer.fit.Reason;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.VolumeReason;
import java.util.List;
import java.util.Locale;

/// Each of these keeps pods from being put on a node.
public enum Blocker {
    GATE("A scheduling gate stands before it, so that no scheduler looks at it."),
    QUEUE("A queue lets it in no more or not yet, or is not there: of Kueue, Volcano or KAI."),
    QUOTA("The queue that it waits in has no quota left for it, or may have no more; of pods that are not made yet, a"
            + " ResourceQuota of their namespace, too."),
    REFUSED("The API server would not make it: a LimitRange, a PriorityClass or a ResourceQuota is against it."),
    ADMISSION_CHECK("Kueue has quota for it, and an admission check that comes after that is not ready."),
    SCHEDULER("It would fit by the rules of the default scheduler, and is for another one, which has not placed it."),
    SELECTOR("No node that is large enough has the labels or the name that it asks for."),
    SKU("No node that is large enough is of the kind of GPU or machine that its labels ask for."),
    TAINT("All nodes that are large enough, and have what it selects, have a taint that it does not tolerate."),
    CORDON("All nodes that are large enough, and have what it selects, are cordoned."),
    NEVER("It asks for more than any node has, even without any other pod."),
    CAPACITY("The nodes that it may use have fewer GPUs free, all together, than it asks for."),
    FRAGMENTATION("The nodes that it may use have enough GPUs free together, and none has them alone."),
    HOST_CPU("A node has the GPUs, and too few cores."),
    HOST_MEMORY("A node has the GPUs, and too little memory."),
    HOST_OTHER("A node has the GPUs, and too little of something else: pods, disk, huge pages, a host port."),
    VOLUME("A claim on a volume keeps it from all nodes, or from those that have the GPUs."),
    TOPOLOGY("Where other pods are keeps it from those nodes: spread, affinity or anti-affinity."),
    GANG("It is one of a gang of which not all are there yet, or not all fit at once."),
    PROVISIONING("It fits on no node that is there, and an autoscaler makes one for it."),
    DRA("It claims devices: no node has such devices free, or its claim is not there, is in use, or has devices"
            + " elsewhere."),
    PREEMPTION("A node was found for it, on which others have yet to make way."),
    NONE("Nothing that is known keeps it: it would fit."),
    UNKNOWN("It is not known what it needs, or nothing is known of its cluster's nodes.");

    private static final String CORDON_TAINT = "node.kubernetes.io/unschedulable";
    private static final String KUEUE = "kueue.x-k8s.io/";

    public static final List<Blocker> ALL = List.of(values());

    private final String meaning;

    Blocker(String meaning) {
        this.meaning = meaning;
    }

    /// Returns its name in answers and metrics.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns what it means, in a sentence.
    public String meaning() {
        return meaning;
    }

    /// Says whether it is a rule, of the pod or of the node, and not what others have taken.
    boolean isRule() {
        return isChoice() || this == TAINT || this == CORDON;
    }

    /// Says whether it is what the pod itself asks of nodes.
    boolean isChoice() {
        return this == SELECTOR || this == SKU;
    }

    /// Returns which one a reason against a node is.
    static Blocker of(Reason reason) {
        return switch (reason) {
            case Reason.Lacking lacking -> ofResource(lacking.resource());
            case Reason.PortTaken _ -> HOST_OTHER;
            case Reason.Cordoned _ -> CORDON;
            case Reason.Untolerated(var taint) -> taint.key().equals(CORDON_TAINT) ? CORDON : TAINT;
            case Reason.Unselected one -> ofLabel(one.label());
            case Reason.OutOfAffinity(var nearest) ->
                nearest.stream().map(Requirement::key).anyMatch(key -> ofLabel(key) == SKU) ? SKU : SELECTOR;
            case Reason.NotNamed _, Reason.OtherNode _ -> SELECTOR;
            case VolumeReason _ -> VOLUME;
            case CompanyReason _ -> TOPOLOGY;
            case DeviceReason.Unclear _ -> UNKNOWN;
            case DeviceReason _, DeviceBar _ -> DRA;
            case PodReason.Gated(var gates) -> gates.stream().allMatch(gate -> gate.startsWith(KUEUE)) ? QUEUE : GATE;
            case PodReason.OtherScheduler _ -> SCHEDULER;
            case PodReason.NamesConflict _ -> SELECTOR;
            case PodReason.ClaimMissing _,
                    PodReason.ClaimLost _,
                    PodReason.ClaimLeaving _,
                    PodReason.ClaimUnbound _,
                    PodReason.VolumeMissing _ -> VOLUME;
        };
    }

    private static Blocker ofResource(String resource) {
        if (Resource.isGpu(resource)) {
            return CAPACITY;
        }
        return switch (resource) {
            case Resource.CPU -> HOST_CPU;
            case Resource.MEMORY -> HOST_MEMORY;
            default -> HOST_OTHER;
        };
    }

    private static Blocker ofLabel(String label) {
        return isOfSku(label) ? SKU : SELECTOR;
    }

    /// Says whether a label tells a kind of GPU or machine.
    static boolean isOfSku(String label) {
        return SkuLabels.contains(label);
    }
}
