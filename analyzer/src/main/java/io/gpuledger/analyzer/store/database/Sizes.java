package io.gpuledger.analyzer.store.database;

import java.sql.Connection;
import java.sql.SQLException;

/// Asks how much room a table takes.
final class Sizes {
    private Sizes() {}

    static Days.Size query(Connection connection, String sql, String table) throws SQLException {
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            try (var row = statement.executeQuery()) {
                return row.next() ? new Days.Size(row.getLong(1), row.getLong(2)) : new Days.Size(0, 0);
            }
        }
    }
}
