package io.gpuledger.analyzer.diagnosis;

/// A remedy is the one thing that would have to change for a pod to fit on some nodes: nothing else is against
/// it there.
///
/// @param change in words, as a clause: `if it tolerated dedicated=vision:NoSchedule`
/// @param nodes on how many nodes it would fit then
/// @param nearest one of these: that which misses the least
public record Remedy(Blocker blocker, String change, int nodes, String nearest) {}
