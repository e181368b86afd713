package io.gpuledger.simulator.fleet;

/// A MIG profile, with the slices of its GPU that it takes.
public record Profile(String name, int computeSlices, int memorySlices) {}
