package io.gpuledger.analyzer.cluster;

/// The controller at the top of a pod's owner chain: `Deployment`, `Job`, `PyTorchJob`, `Notebook` …
public record Workload(String kind, String name) {}
