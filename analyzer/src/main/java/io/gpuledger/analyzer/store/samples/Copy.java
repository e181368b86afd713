package io.gpuledger.analyzer.store.samples;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.store.postgres.CopyBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/// Rows go into a table, within the transaction that is under way.
final class Copy {
    private final Connection connection;
    private final CopyBuffer buffer = new CopyBuffer();

    Copy(Connection connection) {
        this.connection = connection;
    }

    /// Straight into the table: the cheapest way, for rows that are not there yet.
    void append(Load load) throws SQLException {
        into("gpu_ledger." + load.table(), load);
    }

    /// By way of a temporary table, joined with what is there. A row that would not change is not written.
    void merge(Load load) throws SQLException {
        var staged = "pg_temp.new_" + load.table();
        try (var statement = connection.createStatement()) {
            statement.execute("create temp table if not exists new_%s (like gpu_ledger.%1$s) on commit delete rows"
                    .formatted(load.table()));
            into(staged, load);
            statement.execute(mergeSql(load, staged));
        }
    }

    private void into(String table, Load load) throws SQLException {
        var copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("copy %s (%s) from stdin (format binary)".formatted(table, list(columns(load))));
        try {
            send(load, copy);
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private void send(Load load, CopyIn copy) throws SQLException {
        buffer.begin();
        for (var i = 0; i < load.size(); i++) {
            load.encode(i, buffer);
            buffer.flushWhenFull(copy);
        }
        buffer.finish(copy);
        copy.endCopy();
    }

    private static String mergeSql(Load load, String staged) {
        return """
            insert into gpu_ledger.%s as old (%s)
            select %2$s
            from %s
            order by %s
            on conflict (%4$s) do %s
            """.formatted(load.table(), list(columns(load)), staged, list(load.key()), mergeSql(load.merged()));
    }

    private static String mergeSql(List<String> merged) {
        return merged.isEmpty()
                ? "nothing"
                : "update set %s where (%s) is distinct from (%s)"
                        .formatted(
                                list(merged, column -> column + " = " + greatest(column)),
                                list(merged, column -> "old." + column),
                                list(merged, Copy::greatest));
    }

    private static String greatest(String column) {
        return "greatest(old.%s, excluded.%1$s)".formatted(column);
    }

    private static List<String> columns(Load load) {
        return Stream.concat(load.key().stream(), load.merged().stream()).toList();
    }

    private static String list(List<String> columns) {
        return String.join(", ", columns);
    }

    private static String list(List<String> columns, UnaryOperator<String> each) {
        return columns.stream().map(each).collect(joining(", "));
    }
}
