package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.store.entries.EntryTables;
import java.sql.Connection;
import java.sql.SQLException;

/// Sums up all hours of which entries have changed, each in a transaction of its own: of a long backlog no statement
/// takes longer than of an hour, and what was summed up before a stop need not be again.
final class Sums {
    private Sums() {}

    static void of(Connection connection, EntryTables entries) throws SQLException {
        for (var hour : entries.unsummed(connection)) {
            entries.sum(connection, hour);
            connection.commit();
        }
    }
}
