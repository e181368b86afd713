package io.gpuledger.analyzer.fleet;

/// The place of a GPU on a node: a node that should have eight has the slots 1 to 8.
public record Slot(String cluster, String node, int ordinal) {
    /// What stands in the books in the place of a UUID while nobody tells of the GPU.
    public String name() {
        return node + "#" + ordinal;
    }
}
