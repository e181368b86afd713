package io.gpuledger.analyzer.placement;

/// Hours of nodes that as many workloads held GPUs of, and what the books have of these hours, in milliseconds of GPUs.
///
/// @param workloads how many held GPUs of each; what is four or more may be told as four
/// @param hours of nodes
/// @param millis all, whoever held them
/// @param held by anybody
/// @param stranded of no use to the pods that were expected
/// @param fragmented what of these was too few for whole pods
public record NodeHours(int workloads, long hours, long millis, long held, long stranded, long fragmented) {
    static final NodeHours NONE = new NodeHours(0, 0, 0, 0, 0, 0);

    /// Returns the sum of both, whose number of workloads says nothing.
    NodeHours plus(NodeHours other) {
        return new NodeHours(
                0,
                hours + other.hours,
                millis + other.millis,
                held + other.held,
                stranded + other.stranded,
                fragmented + other.fragmented);
    }
}
