package io.gpuledger.simulator.schedule;

import java.util.Locale;

/// The true reason for which a pod waits: the first that holds, from the top.
public enum Reason {
    /// Its owner has not opened its gate.
    GATE,
    /// Its queue has no quota left for it.
    QUOTA,
    /// Some of its gang are placed, and there is no room for the rest.
    GANG,
    /// It selects a model of GPU that no node of the cluster has.
    SKU,
    /// It selects labels that no node of the cluster has together.
    SELECTOR,
    /// All nodes that it selects have a taint, for good, that it does not tolerate.
    TAINT,
    /// It asks for more GPUs than any node has that would take it.
    NEVER,
    /// A node that takes it has the GPUs free, but not the CPUs or the memory.
    HOST_CPU,
    /// Nodes that take it have the GPUs free together, but none alone.
    FRAGMENTATION,
    /// There are not as many GPUs free as it asks for.
    CAPACITY;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
