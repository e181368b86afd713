package io.gpuledger.analyzer.fleet;

/// The place of a GPU on a node: a node that should have eight has the slots 1 to 8.
public record Slot(String cluster, String node, int ordinal) {
    /// Returns what stands in the books in place of a UUID while no GPU is seen in the slot.
    public String name() {
        return node + "#" + ordinal;
    }
}
