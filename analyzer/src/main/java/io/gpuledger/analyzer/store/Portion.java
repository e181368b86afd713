package io.gpuledger.analyzer.store;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.util.List;

/// Holds rows and statements of the backlog that follow each other.
///
/// @param end where the backlog goes on after this portion
public record Portion(List<Row> rows, List<Statement> statements, long end) {
    public Portion {
        rows = List.copyOf(rows);
        statements = List.copyOf(statements);
    }

    public int size() {
        return rows.size() + statements.size();
    }
}
