package io.gpuledger.simulator.fleet;

import java.util.List;

/// This is a machine with GPUs.
///
/// @param cpus of the host
/// @param memoryBytes of the host
public record Node(String cluster, String name, List<Gpu> gpus, int cpus, long memoryBytes) {
    public Node {
        gpus = List.copyOf(gpus);
    }
}
