package io.gpuledger.analyzer.failures;

/// Names a node, as names are those of a cluster.
public record NodeName(String cluster, String node) {}
