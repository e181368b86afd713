package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.util.List;

/// Is told what is in the database from now on. It is told before that leaves the backlog: whoever is ended in between
/// is told again.
@FunctionalInterface
public interface WrittenListener {
    void written(List<Row> rows, List<Statement> statements) throws DatabaseException;

    /// Makes one that does nothing.
    static WrittenListener nobody() {
        return (_, _) -> {};
    }
}
