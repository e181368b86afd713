package io.gpuledger.analyzer.cluster;

/// What the attributes of objects are called, whoever tells of them.
public interface Attribute {
    /// `true` while the object is there.
    String PRESENT = "present";

    /// As [Pairs], by their normal names; as the next.
    String LABELS = "labels";
    String ANNOTATIONS = "annotations";

    /// Of a pod or a controller: who made it, as `ReplicaSet/web-5d9c`. Absent where nobody did.
    String OWNER = "owner";

    /// Where a pod is; of which a target tells.
    String NODE = "node";
    String PHASE = "phase";

    /// Instants, as ISO 8601 has them.
    String CREATED = "created";
    String STARTED = "started";
    String FINISHED = "finished";

    String PRIORITY = "priority";
    String PRIORITY_CLASS = "priority_class";
    String EVICTION = "eviction";

    /// Behind it the container, a point, and the resource.
    String REQUEST = "request.";

    /// Behind it the name of a claim on devices; its value is what the claim is made of.
    String CLAIM = "claim.";

    String CORDONED = "cordoned";
    String BOOT_ID = "boot_id";
    /// Behind it the type: `true`, `false` or `unknown`.
    String CONDITION = "condition.";
    String READY = CONDITION + "Ready";
    /// Behind it the key, a colon, and the effect.
    String TAINT = "taint.";
    /// Behind it the resource, as behind the next.
    String CAPACITY = "capacity.";
    String ALLOCATABLE = "allocatable.";

    /// Of a quota, or of a queue, as the next; behind it the resource, of a queue the flavour and a slash before it; of
    /// a workload that is admitted its pod set and a slash before these.
    String HARD = "hard.";
    String USED = "used.";

    /// Of a priority class: a number.
    String VALUE = "value";

    /// Of a queue: the group of those that lend to each other.
    String COHORT = "cohort";
    /// Of a queue of a namespace or of a workload: where it waits.
    String QUEUE = "queue";
}
