package io.gpuledger.analyzer.advice;

/// Says which workload it is.
///
/// @param namespace where it is; the same name may stand in several
/// @param kind the kind of the controller at the top, such as `Deployment`
public record WorkloadName(String cluster, String namespace, String kind, String name) {}
