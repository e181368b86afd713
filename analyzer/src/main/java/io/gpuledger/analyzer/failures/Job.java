package io.gpuledger.analyzer.failures;

import java.util.Set;

/// A workload of which pods were hit.
///
/// @param name as `namespace/PyTorchJob/train`
/// @param pods of it that were hit, as namespace/pod
/// @param nodes on how many it was at the time
public record Job(String cluster, String name, Set<String> pods, int nodes) {
    /// A workload that is hit on fewer nodes has nothing in common.
    public static final int LEAST_NODES = 3;

    public Job {
        pods = Set.copyOf(pods);
    }
}
