package io.gpuledger.simulator.story;

/// Pods that are of use together only.
///
/// @param members how many pods it wants
public record Gang(String name, int members) {}
