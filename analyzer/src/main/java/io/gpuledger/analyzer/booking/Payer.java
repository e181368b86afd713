package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.Workload;

/// Says to whom the time of an owner is booked in an hour: the team that pays, and the workload it is for.
///
/// @param workload the workload of the owner's pod; the pod itself where nothing made it
public record Payer(String team, Workload workload) {}
