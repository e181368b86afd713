package io.gpuledger.analyzer.store.samples;

import java.sql.Connection;
import java.sql.SQLException;

/// The room that a table takes.
///
/// @param bytes on disk, indexes included
/// @param rows about, by the database's own statistics
public record TableSize(long bytes, long rows) {
    public static final TableSize NONE = new TableSize(0, 0);

    /// In bytes, of all that is kept.
    public static long ofDatabase(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("select pg_database_size(current_database())")) {
            row.next();
            return row.getLong(1);
        }
    }

    /// @param sql asks for both, of the table that its one parameter names
    static TableSize query(Connection connection, String sql, String table) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            try (var row = statement.executeQuery()) {
                return row.next() ? new TableSize(row.getLong(1), row.getLong(2)) : NONE;
            }
        }
    }
}
