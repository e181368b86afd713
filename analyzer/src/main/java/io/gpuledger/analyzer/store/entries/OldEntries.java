package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.store.entries.BookWeeks.Part;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What stands in the books of hours that are kept no longer. It goes by the week, with the sums of it; what was there
/// before there were weeks by the hour, the oldest first. Each is a transaction of its own: whoever stops in between
/// has dropped whole weeks, or hours.
public final class OldEntries {
    private static final String OLDEST = """
        select (extract(epoch from min(hour)) * 1000)::bigint from gpu_ledger.entry_past
        where hour < 'epoch'::timestamptz + ? * interval '1 ms'
        """;
    private static final List<String> SUMS = List.of("hour_sum", "workload_sum", "usage_sum", "unsummed");
    private static final List<String> TABLES =
            List.of("usage", "hour_sum", "workload_sum", "usage_sum", "unsummed", "entry");

    private static final int HOURS_MAX = 24;

    private final Connection connection;

    private OldEntries(Connection connection) {
        this.connection = connection;
    }

    /// Returns how many weeks that were, or hours of what was there before. No more than a week goes at a time, or a
    /// day of what was there before: whoever had the clock set wrong has time to see it.
    public static int drop(Connection connection, Instant before) throws SQLException {
        var old = new OldEntries(connection);
        return old.weeks(before) + old.hours(before);
    }

    private int weeks(Instant before) throws SQLException {
        var dropped = 0;
        var over = BookWeeks.parts(connection).stream()
                .filter(part -> !part.until().isAfter(before))
                .toList();
        var first = over.stream().map(Part::until).min(Instant::compareTo);
        for (var part : over) {
            if (first.equals(Optional.of(part.until()))) {
                EntryTables.inTurn(connection);
                delete(SUMS, "<", part.until().toEpochMilli());
                BookWeeks.drop(connection, part);
                connection.commit();
                dropped += part.table().equals("entry") ? 1 : 0;
            }
        }
        return dropped;
    }

    private int hours(Instant before) throws SQLException {
        var dropped = 0;
        var past = BookWeeks.parts(connection).stream()
                .anyMatch(part -> part.isPast() && part.table().equals("entry"));
        for (var hour = oldest(past, before); hour.isPresent() && dropped < HOURS_MAX; hour = oldest(past, before)) {
            EntryTables.inTurn(connection);
            delete(TABLES, "<=", hour.getAsLong());
            connection.commit();
            dropped++;
        }
        connection.commit();
        return dropped;
    }

    private OptionalLong oldest(boolean past, Instant before) throws SQLException {
        if (!past) {
            return OptionalLong.empty();
        }
        try (var statement = connection.prepareStatement(OLDEST)) {
            statement.setLong(1, before.toEpochMilli());
            try (var results = statement.executeQuery()) {
                var hour = results.next() ? results.getLong(1) : 0;
                return results.wasNull() ? OptionalLong.empty() : OptionalLong.of(hour);
            }
        }
    }

    /// @param sign how hours compare to that one that go
    private void delete(List<String> tables, String sign, long hour) throws SQLException {
        for (var table : tables) {
            var delete = "delete from gpu_ledger.%s where hour %s 'epoch'::timestamptz + ? * interval '1 ms'"
                    .formatted(table, sign);
            try (var statement = connection.prepareStatement(delete)) {
                statement.setLong(1, hour);
                statement.executeUpdate();
            }
        }
    }
}
