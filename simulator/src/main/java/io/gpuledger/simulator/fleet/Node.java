package io.gpuledger.simulator.fleet;

import java.util.List;

/// This is a machine with GPUs.
///
/// @param cpus of the host
/// @param memoryBytes of the host
/// @param zone where it stands
/// @param taints that it always has
public record Node(
        String cluster, String name, List<Gpu> gpus, int cpus, long memoryBytes, String zone, List<Taint> taints) {
    private static final String ONLY_ZONE = "zone-a";

    public Node {
        gpus = List.copyOf(gpus);
        taints = List.copyOf(taints);
    }

    /// One that is for everybody.
    public Node(String cluster, String name, List<Gpu> gpus, int cpus, long memoryBytes) {
        this(cluster, name, gpus, cpus, memoryBytes, ONLY_ZONE, List.of());
    }
}
