package io.gpuledger.analyzer.store.postgres;

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
    public void prepare(Session session) throws DatabaseException {
        session.execute("set timescaledb.max_tuples_decompressed_per_dml_transaction = 0");
        session.commit();
    }

    @Override
    public void ensure(Session session, Collection<LocalDate> days) {
        // Nothing to do.
    }

    @Override
    public List<LocalDate> present(Session session) throws DatabaseException {
        var days = new TreeSet<LocalDate>();
        new Query<>(session).query(PRESENT, row -> days.add(LocalDate.parse(row.text(1))));
        return List.copyOf(days);
    }

    /// TimescaleDB drops whatever is older with it.
    @Override
    public void drop(Session session, LocalDate day) throws DatabaseException {
        var timescale = timescale(session);
        session.execute("set local lock_timeout = '5s'");
        for (var table : TABLES) {
            session.execute("select %s.drop_chunks('gpu_ledger.%s', older_than => timestamptz '%s 00:00+00')"
                    .formatted(timescale, table, day.plusDays(1)));
        }
        session.commit();
    }

    @Override
    public void forget() {
        // Nothing is believed.
    }

    @Override
    public TableSize size(Session session, String table) throws DatabaseException {
        return TableSize.query(session, """
            select coalesce(%1$s.hypertable_size(t.name::regclass), 0),
                coalesce(%1$s.approximate_row_count(t.name::regclass), 0)
            from (select 'gpu_ledger.' || ? as name) t
            """.formatted(timescale(session)), table);
    }

    private static String timescale(Session session) throws DatabaseException {
        return Extension.TIMESCALE
                .schema(session)
                .orElseThrow(() ->
                        new DatabaseException(Failure.OTHER, "the schema of timescaledb is not open to this role"));
    }
}
