package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.fleet.Node;

/// Says how much of its cores and memory a node gives out with its GPUs.
///
/// @param parts as how many its GPUs are advertised together
record Host(Node node, int parts) {
    /// All parts together have so much of the host, so that the host is in nobody's way.
    private static final double PART_OF_HOST = 0.9;

    static Host of(Node node) {
        var parts = node.gpus().stream()
                .mapToInt(gpu -> gpu.units().size() * gpu.replicas())
                .sum();
        return new Host(node, parts);
    }

    long cpus(int some) {
        return of(node.cpus(), some);
    }

    long memoryBytes(int some) {
        return of(node.memoryBytes(), some);
    }

    private long of(long whole, int some) {
        return (long) (whole * PART_OF_HOST * some / parts);
    }
}
