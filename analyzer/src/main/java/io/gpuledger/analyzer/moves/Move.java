package io.gpuledger.analyzer.moves;

/// A pod goes from its node to another one.
///
/// @param to the node that has room for it when its turn comes
public record Move(PlacedPod pod, String to) {}
