package io.gpuledger.analyzer.advice;

/// A size that an instance of a GPU can have.
///
/// @param name as in `1g.10gb`
/// @param computeSlices by which the ledger weighs it
/// @param memorySlices by which it has memory and the bandwidth of memory
record MigProfile(String name, int computeSlices, int memorySlices) {
    /// Returns the resource that a pod asks for.
    String resource() {
        return "nvidia.com/mig-" + name;
    }
}
