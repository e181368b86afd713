package io.gpuledger.analyzer.store.samples;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.store.postgres.Copy;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.List;
import java.util.function.UnaryOperator;

/// Writes rows into tables, within the transaction that is under way.
final class TableWriter {
    private final Session session;
    private final Copy copy;

    TableWriter(Session session) {
        this.session = session;
        this.copy = new Copy(session);
    }

    /// Copies rows straight into the table. None of them may be there yet.
    void append(Load<?> load) throws DatabaseException {
        copy("gpu_ledger." + load.table(), load);
    }

    /// Joins rows with what is there, by way of a temporary table. A row that would not change is not written.
    void merge(Load<?> load) throws DatabaseException {
        var staged = "pg_temp.new_" + load.table();
        session.execute("create temp table if not exists new_%s (like gpu_ledger.%1$s) on commit delete rows"
                .formatted(load.table()));
        copy(staged, load);
        session.execute(mergeSql(load, staged));
    }

    private <T> void copy(String table, Load<T> load) throws DatabaseException {
        copy.into(table, load.columns(), load.rows(), load.encoder());
    }

    private static String mergeSql(Load<?> load, String staged) {
        return """
            insert into gpu_ledger.%s as old (%s)
            select %2$s
            from %s
            order by %s
            on conflict (%4$s) do %s
            """.formatted(load.table(), list(load.columns()), staged, list(load.key()), mergeSql(load.merged()));
    }

    private static String mergeSql(List<String> merged) {
        return merged.isEmpty()
                ? "nothing"
                : "update set %s where (%s) is distinct from (%s)"
                        .formatted(
                                list(merged, column -> column + " = " + greatest(column)),
                                list(merged, column -> "old." + column),
                                list(merged, TableWriter::greatest));
    }

    private static String greatest(String column) {
        return "greatest(old.%s, excluded.%1$s)".formatted(column);
    }

    private static String list(List<String> columns) {
        return String.join(", ", columns);
    }

    private static String list(List<String> columns, UnaryOperator<String> each) {
        return columns.stream().map(each).collect(joining(", "));
    }
}
