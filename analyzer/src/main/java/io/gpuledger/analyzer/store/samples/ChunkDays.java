package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.Extension;
import io.gpuledger.analyzer.store.postgres.Unnested;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// Chunks of a day, which TimescaleDB makes when a row comes.
final class ChunkDays implements Days {
    private static final String PRESENT = """
        select distinct (range_start at time zone 'UTC')::date::text
        from timescaledb_information.chunks
        where hypertable_schema = 'gpu_ledger'
        order by 1
        """;

    /// A late row may be of a day that is compressed already: what is beside it is unpacked for it, however much it is.
    @Override
    public void prepare(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("set timescaledb.max_tuples_decompressed_per_dml_transaction = 0");
            connection.commit();
        }
    }

    @Override
    public void ensure(Connection connection, Collection<LocalDate> days) {
        // Nothing to do.
    }

    @Override
    public List<LocalDate> present(Connection connection) throws SQLException {
        var days = new TreeSet<LocalDate>();
        new Unnested<>(connection, List.of()).query(PRESENT, row -> days.add(LocalDate.parse(row.text(1))));
        return List.copyOf(days);
    }

    /// With all that is older.
    @Override
    public void drop(Connection connection, LocalDate day) throws SQLException {
        var timescale = timescale(connection);
        try (var statement = connection.createStatement()) {
            statement.execute("set local lock_timeout = '5s'");
            for (var table : FACTS) {
                statement.execute("select %s.drop_chunks('gpu_ledger.%s', older_than => timestamptz '%s 00:00+00')"
                        .formatted(timescale, table, day.plusDays(1)));
            }
            connection.commit();
        }
    }

    @Override
    public void forget() {
        // Nothing is believed.
    }

    @Override
    public TableSize size(Connection connection, String table) throws SQLException {
        return TableSize.query(connection, """
            select coalesce(%1$s.hypertable_size(t.name::regclass), 0),
                coalesce(%1$s.approximate_row_count(t.name::regclass), 0)
            from (select 'gpu_ledger.' || ? as name) t
            """.formatted(timescale(connection)), table);
    }

    private static String timescale(Connection connection) throws SQLException {
        return Extension.TIMESCALE
                .schema(connection)
                .orElseThrow(() -> new SQLException("the schema of timescaledb is not open to this role", "42501"));
    }
}
