package io.gpuledger.analyzer.failures;

import java.util.Set;

/// A workload of which pods were hit.
///
/// @param name as `namespace/PyTorchJob/train`
/// @param pods of it that were hit, as namespace/pod
/// @param nodes on how many it was at the time
public record Job(String cluster, String name, Set<String> pods, int nodes) {
    public Job {
        pods = Set.copyOf(pods);
    }

    boolean isHitBy(Failure failure) {
        return failure.node().cluster().equals(cluster)
                && failure.pods().stream().anyMatch(pods::contains);
    }
}
