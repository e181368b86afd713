package io.gpuledger.analyzer.store.database;

import io.gpuledger.analyzer.store.database.Days.Size;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/// What is asked of the facts as a whole.
public final class StoredTelemetry {
    /// The room that a table takes.
    ///
    /// @param bytes on disk, indexes included
    /// @param rows about, by the database's own statistics
    public record TableSize(long bytes, long rows) {
        public double bytesPerRow() {
            return rows == 0 ? 0 : (double) bytes / rows;
        }
    }

    private StoredTelemetry() {}

    /// How many GPUs and instances were ever told of.
    public static long units(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var count = statement.executeQuery(
                        "select (select count(*) from gpu_ledger.gpu) + (select count(*) from gpu_ledger.instance)")) {
            return count.next() ? count.getLong(1) : 0;
        }
    }

    /// By table.
    static Map<String, TableSize> sizes(Connection connection, Days days) throws SQLException {
        var sizes = new LinkedHashMap<String, TableSize>();
        for (var table : Days.FACTS) {
            Size size = days.size(connection, table);
            sizes.put(table, new TableSize(size.bytes(), size.rows()));
        }
        return sizes;
    }
}
