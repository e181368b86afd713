package io.gpuledger.analyzer.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/// How samples are kept by day. It is decided once, when the tables are made, by what the server has.
public enum Flavour {
    /// Native partitions, which this program makes and drops.
    PLAIN,
    /// Hypertables, compressed when a day is over.
    TIMESCALE;

    /// Whether to look for TimescaleDB.
    enum Wish {
        AUTO,
        NEVER
    }

    /// Asks how the tables are kept that are there.
    private static final String PRESENT = """
        select c.relkind = 'p'
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'gpu_ledger' and c.relname = 'sample'
        """;
    /// Asks whether the extension can be had, and whether its loader is preloaded, without which not even `create
    /// extension` gets anywhere.
    private static final String CREATABLE = """
        select current_setting('timescaledb.max_background_workers', true) is not null
            and exists (select from pg_available_extensions where name = 'timescaledb')
        """;
    /// The edition under Apache's licence has no columnstore.
    private static final String COMPLETE = "select current_setting('timescaledb.license', true) = 'timescale'";

    /// Returns how the tables are kept that are there.
    public static Flavour ofTables(Session session) throws DatabaseException {
        return new Query<>(session)
                .first(PRESENT, row -> row.isTrue(1) ? PLAIN : TIMESCALE)
                .orElse(PLAIN);
    }

    /// Returns how the tables are kept that are there, or else how they are to be made. It installs the extension where
    /// it has to, and may.
    static Flavour choose(Connection connection, Wish wish) throws SQLException {
        try (var statement = connection.createStatement();
                var present = statement.executeQuery(PRESENT)) {
            if (present.next()) {
                return present.getBoolean(1) ? PLAIN : TIMESCALE;
            }
        }
        return wish == Wish.AUTO && hasTimescale(connection) ? TIMESCALE : PLAIN;
    }

    private static boolean hasTimescale(Connection connection) throws SQLException {
        return isTrue(connection, CREATABLE)
                && Extension.TIMESCALE.install(connection)
                && Extension.TIMESCALE.schema(connection).isPresent()
                && isTrue(connection, COMPLETE);
    }

    private static boolean isTrue(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var answer = statement.executeQuery(sql)) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
