package io.gpuledger.analyzer.fit;

/// The steps of the scheduler, in its order: those before it looks at nodes, and then the filters that each
/// node has to pass.
public enum Step {
    /// The pod waits for something that has nothing to do with nodes.
    POD(false),
    /// The pod names nodes in all terms of its affinity: others are not looked at.
    NAMES(false),
    CORDON(false),
    NODE_NAME(false),
    TAINTS(false),
    AFFINITY(false),
    PORTS(false),
    RESOURCES(true),
    SHARED_VOLUMES(false),
    VOLUMES(true),
    ZONES(false),
    SPREAD(false),
    COMPANY(false),
    DEVICES(false);

    private final boolean tellsAll;

    Step(boolean tellsAll) {
        this.tellsAll = tellsAll;
    }

    /// Says whether the scheduler tells all that it finds in this step, and not only the first.
    boolean tellsAll() {
        return tellsAll;
    }
}
