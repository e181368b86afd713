package io.gpuledger.analyzer.store;

import io.gpuledger.analyzer.telemetry.Row;
import java.util.List;

/// Rows of the backlog that follow each other.
///
/// @param end where the backlog goes on after them
public record Portion(List<Row> rows, long end) {
    public Portion {
        rows = List.copyOf(rows);
    }
}
