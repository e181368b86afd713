package io.gpuledger.analyzer.interruption;

/// A pod was made to leave its node: preempted, drained, or lost with its node.
///
/// @param at when, in milliseconds since 1970
/// @param reason in the word of who did it, as `PreemptionByScheduler`
public record Interruption(long at, String reason) {}
