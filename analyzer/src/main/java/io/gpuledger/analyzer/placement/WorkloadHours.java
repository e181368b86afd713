package io.gpuledger.analyzer.placement;

/// Hours of a workload that has at least two pods with GPUs in each of them.
///
/// @param workload its number
/// @param nodes on how many it was in each hour
/// @param least on how many nodes it could have been: sum over products of ceil(its GPUs / GPUs of the largest node)
/// @param hours how many
/// @param held milliseconds of GPUs
/// @param used what of these it used
public record WorkloadHours(int workload, int nodes, int least, long hours, long held, long used) {
    Layout layout() {
        return Layout.of(nodes, least);
    }
}
