package io.gpuledger.analyzer.moves;

/// A PodDisruptionBudget that a pod is covered by.
///
/// @param allowed how many of its pods may be evicted as it stands
public record Budget(String namespace, String name, long allowed) {}
