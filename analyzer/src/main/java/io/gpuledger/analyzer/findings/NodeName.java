package io.gpuledger.analyzer.findings;

/// Names a node.
record NodeName(String cluster, String node) {}
