package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.Workload;

/// Who pays for an owner, in an hour.
///
/// @param workload the workload of the owner's pod; the pod itself where nothing made it
public record Payer(String team, Workload workload) {}
