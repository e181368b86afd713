package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.interruption.Run;

/// A pod of a workload of several pods was interrupted.
///
/// @param nodes on how many its workload was in that hour
/// @param least on how many it could have been
/// @param run with its interruption
public record Loss(int nodes, int least, Run run) {
    Layout layout() {
        return Layout.of(nodes, least);
    }
}
