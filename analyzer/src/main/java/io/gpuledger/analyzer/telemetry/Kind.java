package io.gpuledger.analyzer.telemetry;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Names the kinds of things, other than units, that facts are about.
public enum Kind {
    NODE,
    /// A GPU, as far as it is told what runs on it and how it is set; its name is its UUID.
    GPU,
    POD,
    NAMESPACE,
    RESOURCE_QUOTA,
    PRIORITY_CLASS,
    /// A controller stands between a pod and its workload, or is the workload; its name has its own kind before it:
    /// `ReplicaSet/web-5d9c`.
    CONTROLLER,
    /// A page that is scraped; its name is its URL.
    TARGET,
    /// This and the next three are objects of Kueue.
    COHORT,
    CLUSTER_QUEUE,
    LOCAL_QUEUE,
    WORKLOAD,
    /// All pods together that are on a node and ask for no GPUs; the name is the node's.
    OTHER_PODS,
    /// All pods together that are in a group with pods that ask for GPUs, and ask for none themselves; the name is the
    /// group's, as its pods have it: `volcano/train`.
    GROUP_PODS,
    /// This and the next four are what the schedulers go by that start pods together: pod groups of Volcano, of the
    /// coscheduling plugin and of KAI, and the queues of Volcano and of KAI.
    VOLCANO_GROUP,
    COSCHEDULING_GROUP,
    KAI_GROUP,
    VOLCANO_QUEUE,
    KAI_QUEUE,
    /// A node that Karpenter makes.
    NODE_CLAIM,
    /// The cluster autoscaler's word on a pod: an event.
    SCALE_UP,
    /// This and the next two are what Kubernetes gives devices to pods by: claims on devices, classes of
    /// devices, and the devices that drivers tell of.
    RESOURCE_CLAIM,
    DEVICE_CLASS,
    RESOURCE_SLICE,
    LIMIT_RANGE,
    POD_DISRUPTION_BUDGET,
    /// A pod of a DaemonSet that makes the GPUs of its node usable or seen, and asks for none.
    GPU_SOFTWARE,
    /// This and the next are told by a layer that shares GPUs among pods. An assignment is the part of a GPU that
    /// it gave to a container; it is in the namespace of the pod, and its name is the pod's, a slash, the number of
    /// the container in the pod, a slash, and the UUID of the GPU.
    ASSIGNMENT,
    /// A GPU that such a layer shares; its name is its UUID.
    SHARED_GPU;

    private static final Map<String, Kind> BY_WORD =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Kind::word, Function.identity()));

    private final String word = name().toLowerCase(Locale.ROOT);

    public static Optional<Kind> ofWord(String word) {
        return Optional.ofNullable(BY_WORD.get(word));
    }

    /// Returns its name in the spool and in the database.
    public String word() {
        return word;
    }
}
