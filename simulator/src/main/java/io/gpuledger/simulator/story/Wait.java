package io.gpuledger.simulator.story;

import java.util.Optional;

/// A pod is there and holds nothing yet. Where it starts, its first hold begins when the wait ends; else it is deleted
/// then, or goes on waiting when the story is over.
///
/// @param cluster where it is asked for
/// @param gate that is closed for as long as it waits
public record Wait(Pod pod, String cluster, Ask ask, Span span, Optional<Gate> gate, Optional<Gang> gang) {}
