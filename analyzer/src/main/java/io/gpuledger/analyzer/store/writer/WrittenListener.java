package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.util.List;

/// Who wants to know what is in the database from now on. Told before it leaves the backlog: who is ended in between is
/// told again.
@FunctionalInterface
public interface WrittenListener {
    void written(List<Row> rows, List<Statement> statements) throws DatabaseException;

    /// Nobody.
    static WrittenListener nobody() {
        return (_, _) -> {};
    }
}
