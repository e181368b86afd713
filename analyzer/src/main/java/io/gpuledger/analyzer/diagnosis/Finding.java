package io.gpuledger.analyzer.diagnosis;

/// A finding is one thing that is against some nodes.
///
/// @param matter what it is, as it is on the node that is named, as the second half of a sentence about that
///     node
/// @param nodes of how many nodes it is so
/// @param nearest the one of these that misses the least
public record Finding(Blocker blocker, String matter, int nodes, String nearest) {}
