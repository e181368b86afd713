package io.gpuledger.analyzer.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/// What stands in the books of hours that are kept no longer. It goes by the hour, the oldest first, each in a
/// transaction of its own: whoever stops in between has dropped whole hours.
final class OldEntries {
    private static final String OLDEST = """
        select (extract(epoch from min(hour)) * 1000)::bigint from gpu_ledger.entry
        where hour < 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final List<String> TABLES = List.of("usage", "hour_sum", "workload_sum", "usage_sum", "entry");

    private final Connection connection;

    private OldEntries(Connection connection) {
        this.connection = connection;
    }

    /// Returns how many hours that were.
    static int drop(Connection connection, Instant before) throws SQLException {
        var old = new OldEntries(connection);
        var dropped = 0;
        for (var hour = old.oldest(before); hour.isPresent(); hour = old.oldest(before)) {
            old.drop(hour.getAsLong());
            dropped++;
        }
        return dropped;
    }

    private OptionalLong oldest(Instant before) throws SQLException {
        try (var statement = connection.prepareStatement(OLDEST)) {
            statement.setLong(1, before.toEpochMilli());
            try (var results = statement.executeQuery()) {
                var hour = results.next() ? results.getLong(1) : 0;
                return results.wasNull() ? OptionalLong.empty() : OptionalLong.of(hour);
            }
        }
    }

    private void drop(long hour) throws SQLException {
        EntryTables.inTurn(connection);
        for (var table : TABLES) {
            var delete =
                    "delete from gpu_ledger." + table + " where hour <= 'epoch'::timestamptz + ? * interval '1 ms'";
            try (var statement = connection.prepareStatement(delete)) {
                statement.setLong(1, hour);
                statement.executeUpdate();
            }
        }
        connection.commit();
    }
}
