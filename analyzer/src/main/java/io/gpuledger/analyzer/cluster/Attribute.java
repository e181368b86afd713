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
    /// This is the value of that one where the kubelet could not get the devices of a pod, and rejected it.
    String REJECTED = "UnexpectedAdmissionError";

    /// The name goes on with the container, a point, and the resource.
    String REQUEST = "request.";

    /// The name goes on with the resource. The value says how much more of it a pod needs at once than the requests
    /// above come to: for an init container that asks for more than all that run later, or for its runtime.
    String EXTRA = "extra.";

    /// The value is what scheduling goes by of a pod's spec: JSON in the words of Kubernetes. One that is too long
    /// is not kept, and the next attribute says so.
    String SPEC = "spec";
    String UNREAD = "unread";

    /// The value is `true` of a pod that has a folder of its node for a volume.
    String FOLDER = "folder";

    /// The value is the names of the scheduling gates that keep a pod from being placed, with commas between them.
    String GATES = "gates";
    /// The value is the node that a pod is to have once others have made way for it.
    String NOMINATED = "nominated";

    /// The name goes on with that of a claim on devices. The value says what the claim is made of.
    String CLAIM = "claim.";
    /// The name goes on with what a pod calls a claim on devices. The value is the name of the claim that was
    /// made for it, which is empty where it needs none.
    String MADE_CLAIM = "made_claim.";

    String CORDONED = "cordoned";
    String BOOT_ID = "boot_id";
    /// The name goes on with the type of the condition. The value is `true`, `false` or `unknown`.
    String CONDITION = "condition.";
    String READY = CONDITION + "Ready";
    String SCHEDULED = CONDITION + "PodScheduled";
    String CONTAINERS_READY = CONDITION + "ContainersReady";
    /// The names of this and the next one go on with the type of the condition, too. The values say why it is what it
    /// is: in a word, and in a sentence.
    String REASON = "reason.";
    String MESSAGE = "message.";
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
    /// A queue has these, with names as those above. The values say how much is promised to workloads, whether they
    /// are admitted yet or not, how much more than its own the queue may have, and how much of its own it lends.
    String RESERVED = "reserved.";
    String BORROWING_LIMIT = "borrowing_limit.";
    String LENDING_LIMIT = "lending_limit.";

    /// The value says which pods a quota is about, with `; ` between its scopes. It is empty where it is about all, and
    /// absent where nobody tells.
    String SCOPES = "scopes";

    /// The name goes on with a pod set of a workload. The value is how many pods it has. What each of them requests is
    /// told as of containers, with the pod set in the place of the container.
    String PODS = "pods.";
    /// The value is `false` where a workload is not to be admitted, whatever is free.
    String ACTIVE = "active";

    /// The value is the number of a priority class.
    String VALUE = "value";

    /// The value is the group of queues that lend to each other and that a queue is in.
    String COHORT = "cohort";
    /// The value is the queue in which a queue of a namespace, or a workload, waits.
    String QUEUE = "queue";

    /// The value says which group of pods that start together a pod is in: whose group it is, a slash, and its name, as
    /// in `volcano/train`. Whose it is, is one of the next four.
    String GROUP = "group";
    String VOLCANO = "volcano";
    String COSCHEDULING = "coscheduling";
    String KAI = "kai";
    String KUEUE = "kueue";
    /// The value is how many pods the group of a pod has to have, where the pod itself says so.
    String GROUP_SIZE = "group_size";
    /// Of the pods of a group that ask for no GPUs: the values say how many there are, and how many of these are on a
    /// node.
    String EXISTING = "existing";
    String PLACED = "placed";

    /// The value is how many pods of a group have to start together.
    String MIN_MEMBER = "min_member";
    /// The name goes on with the resource. The value says how much of it a group, or a node in the making, has to have
    /// at least.
    String MIN = "min.";
    /// The value is `1` where a group is not tried any more once it was found that it cannot be placed.
    String BACKOFF = "backoff";

    /// The value says whether a queue is `Open` or `Closed`.
    String STATE = "state";
    /// The value is the queue that a queue is part of, or the cohort that a cohort is in.
    String PARENT = "parent";
    /// The names of this and the next two go on with the resource. The values say how much all pods of a queue may have
    /// together, how much is due to it, and how much those have of which nothing can be taken back.
    String LIMIT = "limit.";
    String DESERVED = "deserved.";
    String NON_PREEMPTIBLE = "non_preemptible.";

    /// The name goes on with that of an admission check. The value is how it stands.
    String CHECK = "check.";

    /// The name goes on with a label. The value is what a node in the making will have of it: operators of Kubernetes
    /// with their values, as `In a,b`, with `;` between them.
    String REQUIREMENT = "requirement.";

    /// The name goes on with what a LimitRange is about, as `Container`, a point, what it says of it, as `max`, a
    /// point, and the resource.
    String RANGE = "range.";

    /// The value is the label selector of a PodDisruptionBudget, as JSON in the words of Kubernetes; `null` of one that
    /// is about no pods.
    String SELECTOR = "selector";
    /// The value is how many pods of a PodDisruptionBudget may be evicted as it stands.
    String DISRUPTIONS_ALLOWED = "disruptions_allowed";

    /// The value is `true` of a PriorityClass that pods are of which name none.
    String BY_DEFAULT = "by_default";

    /// A claim on devices has this while it has none: the value is what it asks for.
    String ASKED = "asked";
    /// A claim has this and the next one while it has devices: those that nobody else may have, each as its
    /// driver, its pool and its name with slashes between them, with commas between them; and how many pods it
    /// is reserved for.
    String HELD = "held";
    String CONSUMERS = "consumers";
    /// The value is a selector of nodes in the words of Kubernetes: from these the devices of a claim or of a
    /// slice can be had. Those of a slice that has the next one can be had from all.
    String REACH = "reach";
    String EVERYWHERE = "everywhere";
    /// The value is `true` while a claim is being deleted.
    String LEAVING = "leaving";
    /// The value is the expressions by which a class selects devices.
    String SELECTORS = "selectors";
    /// The values of these say whose devices a slice tells of, by which generation of their pool, of how many
    /// slices that has, and which devices these are.
    String DRIVER = "driver";
    String POOL = "pool";
    String GENERATION = "generation";
    String SLICES = "slices";
    String DEVICES = "devices";

    /// An assignment has this and the next one: how much of its GPU's work was given to it, in hundredths of the
    /// GPU, which is 0 where that was not bounded, and how much of its memory, in bytes. Of a GPU that is shared,
    /// the latter says how much there is to be given.
    String CORES = "cores";
    String MEMORY = "memory";

    /// The value is the UID of the pod that an event is about.
    String POD = "pod";
}
