package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.Workload;

/// Who is behind an owner, in an hour.
///
/// @param workload of a pod that nobody made, the pod itself
public record Payer(String team, Workload workload) {}
