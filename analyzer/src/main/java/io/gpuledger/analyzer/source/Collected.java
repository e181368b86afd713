package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Batch;
import java.util.List;

/// Holds what the samples of a page or request came to.
///
/// @param batches one for each origin
public record Collected(List<Batch> batches, Tally tally) {
    public int rows() {
        return batches.stream().mapToInt(batch -> batch.rows().size()).sum();
    }
}
