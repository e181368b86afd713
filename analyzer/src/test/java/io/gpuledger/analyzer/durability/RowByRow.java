package io.gpuledger.analyzer.durability;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Compares two databases in the slow way: all rows of both are read, in an order of their own, and each is held beside
/// the other's.
final class RowByRow {
    /// @param rows that are the same in both
    /// @param different rows that are not, or are in one only
    record Compared(long rows, long different) {
        boolean isEqual() {
            return rows > 0 && different == 0;
        }

        Compared and(Compared other) {
            return new Compared(rows + other.rows, different + other.different);
        }
    }

    private static final int ROWS_AT_ONCE = 2_000;
    private static final String TABLES = """
        select table_name, string_agg(quote_ident(column_name), ', ' order by column_name)
        from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'gpu_ledger' and table_type = 'BASE TABLE' and table_name <> 'flyway_schema_history'
            and table_name !~ '_\\d{8}$'
        group by table_name
        order by table_name
        """;
    private static final String DAYS =
            "select c.relname from pg_class c where c.relname ~ '^sample_\\d{8}$' order by 1";
    private static final String ROWS = "select row(%s)::text as one from gpu_ledger.%s order by %s";

    private RowByRow() {}

    static Compared compare(Postgres one, Postgres other) throws IOException, SQLException {
        try (var first = one.connect();
                var second = other.connect()) {
            first.setAutoCommit(false);
            second.setAutoCommit(false);
            var all = new Compared(0, 0);
            for (var table : lists(first, TABLES)) {
                var name = table.getFirst();
                var columns = table.getLast();
                if (name.equals("sample")) {
                    for (var day : lists(first, DAYS)) {
                        all = all.and(compare(first, second, ROWS.formatted(columns, day.getFirst(), "unit_id, ts")));
                    }
                } else {
                    all = all.and(compare(first, second, ROWS.formatted(columns, name, "1")));
                }
            }
            return all;
        }
    }

    private static List<List<String>> lists(Connection connection, String query) throws SQLException {
        var lists = new ArrayList<List<String>>();
        try (var statement = connection.createStatement();
                var results = statement.executeQuery(query)) {
            while (results.next()) {
                lists.add(List.of(
                        results.getString(1),
                        results.getString(results.getMetaData().getColumnCount())));
            }
        }
        return lists;
    }

    private static Compared compare(Connection one, Connection other, String query) throws SQLException {
        try (var first = one.createStatement();
                var second = other.createStatement()) {
            first.setFetchSize(ROWS_AT_ONCE);
            second.setFetchSize(ROWS_AT_ONCE);
            try (var left = first.executeQuery(query);
                    var right = second.executeQuery(query)) {
                var same = 0L;
                var different = 0L;
                var isLeft = left.next();
                var isRight = right.next();
                while (isLeft || isRight) {
                    if (isLeft && isRight && left.getString(1).equals(right.getString(1))) {
                        same++;
                    } else {
                        different++;
                    }
                    isLeft = left.next();
                    isRight = right.next();
                }
                return new Compared(same, different);
            }
        }
    }
}
