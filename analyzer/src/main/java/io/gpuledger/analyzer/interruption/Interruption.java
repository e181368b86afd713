package io.gpuledger.analyzer.interruption;

import java.util.Optional;

/// A pod was made to leave its node: preempted, drained, or lost with its node.
///
/// @param at when, in milliseconds since 1970
/// @param reason in the word of who did it, as `PreemptionByScheduler`
/// @param saved until when its work was saved, as it said itself by then
public record Interruption(long at, String reason, Optional<Long> saved) {}
