package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.interruption.Run;
import java.util.Optional;

/// A pod was interrupted.
///
/// @param pod as namespace/pod
/// @param at when, in milliseconds since 1970
/// @param run with its interruption
/// @param failure the place of the failure that took it, where one did
public record Break(String cluster, String pod, long at, Run run, Optional<Integer> failure) {}
