package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.sql.SQLException;
import java.util.List;

/// Who wants to know what is in the database from now on. Told before it leaves the backlog: who is ended in between is
/// told again.
@FunctionalInterface
public interface WrittenListener {
    void written(List<Row> rows, List<Statement> statements) throws SQLException;

    /// Nobody.
    static WrittenListener nobody() {
        return (_, _) -> {};
    }
}
