package io.gpuledger.analyzer.fleet;

/// The name of a pod. Another pod may have the same name later.
public record PodName(String namespace, String name) {}
