package io.gpuledger.analyzer.cluster;

/// The names of the attributes of objects, which are the same whoever tells of them.
public interface Attribute {
    /// The value is `true` while the object is there.
    String PRESENT = "present";

    /// The value is all labels by their normal names, written as [Pairs]. Annotations are written in the same way.
    String LABELS = "labels";
    String ANNOTATIONS = "annotations";

    /// The value says who made a pod or a controller, as `ReplicaSet/web-5d9c`. It is absent where nobody did.
    String OWNER = "owner";

    /// The value is the node that a pod is on, or that a target tells of.
    String NODE = "node";
    String PHASE = "phase";

    /// The values of this and the next two are instants, as ISO 8601 writes them.
    String CREATED = "created";
    String STARTED = "started";
    String FINISHED = "finished";

    String PRIORITY = "priority";
    String PRIORITY_CLASS = "priority_class";
    String EVICTION = "eviction";

    /// The name goes on with the container, a point, and the resource.
    String REQUEST = "request.";

    /// The name goes on with that of a claim on devices. The value says what the claim is made of.
    String CLAIM = "claim.";

    String CORDONED = "cordoned";
    String BOOT_ID = "boot_id";
    /// The name goes on with the type of the condition. The value is `true`, `false` or `unknown`.
    String CONDITION = "condition.";
    String READY = CONDITION + "Ready";
    /// The name goes on with the key, a colon, and the effect.
    String TAINT = "taint.";
    /// The name goes on with the resource, and so does the next one.
    String CAPACITY = "capacity.";
    String ALLOCATABLE = "allocatable.";

    /// A quota and a queue have this attribute and the next, and a workload that is admitted has the next. Both
    /// names go on with the resource. For a queue, the flavour and a slash come before it; for a workload, its
    /// pod set and a slash come before these.
    String HARD = "hard.";
    String USED = "used.";

    /// The value is the number of a priority class.
    String VALUE = "value";

    /// The value is the group of queues that lend to each other and that a queue is in.
    String COHORT = "cohort";
    /// The value is the queue in which a queue of a namespace, or a workload, waits.
    String QUEUE = "queue";
}
