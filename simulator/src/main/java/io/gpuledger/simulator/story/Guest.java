package io.gpuledger.simulator.story;

/// A pod without GPUs is on a node that has some, and takes of its host.
public record Guest(Pod pod, String node, Ask ask, Span span) {}
