package io.gpuledger.analyzer.store.postgres;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps each day in a native partition, such as `sample_20261122`.
final class PartitionDays implements Days {
    private static final DateTimeFormatter SUFFIX = DateTimeFormatter.BASIC_ISO_DATE;
    private static final String PARTITIONS = """
        select c.relname
        from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
        join pg_class p on p.oid = i.inhparent
        where p.relnamespace = 'gpu_ledger'::regnamespace and c.relname ~ '^(sample|holding|xid_count)_\\d{8}$'
        """;
    private static final String SIZE = """
        select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint,
            coalesce(sum(case when c.reltuples >= 0 then c.reltuples else 0 end), 0)::bigint
        from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
        where i.inhparent = ('gpu_ledger.' || ?)::regclass
        """;

    private final Set<LocalDate> known = ConcurrentHashMap.newKeySet();

    @Override
    public void prepare(Session session) {
        // Nothing.
    }

    @Override
    public void ensure(Session session, Collection<LocalDate> days) throws DatabaseException {
        var missing = new TreeSet<>(days);
        missing.removeAll(known);
        if (missing.isEmpty()) {
            return;
        }
        Schema.lock(session);
        var there = partitions(session);
        for (var day : missing) {
            for (var table : TABLES) {
                if (!there.contains(table + "_" + SUFFIX.format(day))) {
                    session.execute(createSql(table, day));
                }
            }
        }
        session.commit();
        known.addAll(days);
    }

    private static Set<String> partitions(Session session) throws DatabaseException {
        return Set.copyOf(new Query<>(session).list(PARTITIONS, row -> row.text(1)));
    }

    /// A partition is made apart, then attached, which waits for nobody who reads or writes; `create table ...
    /// partition of` would. It is vacuumed and analyzed when it has doubled: a young day grows by a tenth each
    /// minute.
    private static String createSql(String table, LocalDate day) {
        return """
            create table gpu_ledger.%s_%s (like gpu_ledger.%1$s including defaults including storage)
            with (
                autovacuum_vacuum_insert_threshold = 250000, autovacuum_vacuum_insert_scale_factor = 1,
                autovacuum_analyze_threshold = 250000, autovacuum_analyze_scale_factor = 1);
            alter table gpu_ledger.%1$s attach partition gpu_ledger.%1$s_%2$s
            for values from ('%s 00:00+00') to ('%s 00:00+00')
            """.formatted(table, SUFFIX.format(day), day, day.plusDays(1));
    }

    @Override
    public List<LocalDate> present(Session session) throws DatabaseException {
        var days = new TreeSet<LocalDate>();
        for (var partition : partitions(session)) {
            days.add(LocalDate.parse(partition.substring(partition.lastIndexOf('_') + 1), SUFFIX));
        }
        return List.copyOf(days);
    }

    @Override
    public void drop(Session session, LocalDate day) throws DatabaseException {
        known.remove(day);
        // Whoever reads or writes the table waits behind this one for five seconds at most. The next round tries again.
        session.execute("set local lock_timeout = '5s'");
        Schema.lock(session);
        for (var table : TABLES) {
            session.execute("drop table if exists gpu_ledger.%s_%s".formatted(table, SUFFIX.format(day)));
        }
        session.commit();
    }

    @Override
    public void forget() {
        known.clear();
    }

    @Override
    public TableSize size(Session session, String table) throws DatabaseException {
        return TableSize.query(session, SIZE, table);
    }
}
