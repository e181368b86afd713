package io.gpuledger.analyzer.fit;

/// A volume of a pod that is asked for by a claim.
///
/// @param claim the name of the claim, in the pod's namespace
/// @param ephemeral whether the claim is made for the pod, and goes with it
public record Mount(String claim, boolean ephemeral) {}
