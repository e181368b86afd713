package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.time.Span;
import java.util.List;

/// Says what packing and spreading have cost a fleet.
///
/// @param window the hours that it is about
/// @param nodes by how many workloads shared them
/// @param workloads by how they lay
public record PlacementReport(Span window, List<NodeSum> nodes, List<WorkloadSum> workloads) {
    public PlacementReport {
        nodes = List.copyOf(nodes);
        workloads = List.copyOf(workloads);
    }

    public static PlacementReport of(
            Span window,
            List<NodeHours> nodes,
            List<Damage> damages,
            List<WorkloadHours> workloads,
            List<Loss> losses) {
        return new PlacementReport(
                window, NodeSum.of(window, nodes, damages), WorkloadSum.of(window, workloads, losses));
    }
}
