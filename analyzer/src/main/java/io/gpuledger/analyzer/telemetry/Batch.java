package io.gpuledger.analyzer.telemetry;

import java.util.List;

/// Holds what came in at once: a scrape, or a request of a sender.
///
/// @param origin who said it: two origins of the same unit are not both booked
/// @param rows of units
/// @param statements of nodes, pods and what else there is in a cluster
public record Batch(String origin, List<Row> rows, List<Statement> statements) {
    public Batch {
        rows = List.copyOf(rows);
        statements = List.copyOf(statements);
    }

    public Batch(String origin, List<Row> rows) {
        this(origin, rows, List.of());
    }

    public boolean isEmpty() {
        return rows.isEmpty() && statements.isEmpty();
    }

    /// Returns how many rows and statements there are.
    public int size() {
        return rows.size() + statements.size();
    }
}
