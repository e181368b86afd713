package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.story.Pod;
import java.util.Optional;

/// An account is where a part of a GPU-second stands.
///
/// @param unit its id; that of the GPU and `/rest` for slices that are in no unit
/// @param hour since 1970
/// @param cause why it is stranded, where it is
/// @param owner who holds it, if anybody does
public record Account(String gpu, String unit, long hour, State state, Optional<Cause> cause, Optional<Pod> owner) {}
