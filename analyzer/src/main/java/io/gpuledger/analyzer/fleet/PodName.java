package io.gpuledger.analyzer.fleet;

/// What a pod is called. Another pod may bear the same name later.
public record PodName(String namespace, String name) {}
