package io.gpuledger.analyzer.store.upkeep;

import io.gpuledger.analyzer.fleet.Membership;
import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/// Removes rows that nothing names any more that is kept. They go in portions, each a transaction of its own. Whoever
/// writes remembers nothing that is as old as they are.
final class UnusedRows {
    static final int PORTION = 5_000;

    /// Rows may come a day ahead of the clock, and days are known as a whole.
    private static final Duration MARGIN = Duration.ofDays(2);
    /// The books look back so far at what a cluster was.
    private static final Duration CLUSTER_REACH =
            Duration.ofMillis(Membership.REACH).plusDays(3);
    /// Entries are dropped by the week.
    private static final Duration WEEK = Duration.ofDays(8);
    /// A silent GPU is booked for days.
    private static final Duration SILENCE = Duration.ofMillis(Membership.REACH).plusDays(1);

    private static final String HOLDERS = """
        delete from gpu_ledger.holder
        where id in (select id from gpu_ledger.holder where last_seen < to_timestamp(? / 1000.0) limit ?)
            and last_seen < to_timestamp(? / 1000.0)
        returning id
        """;
    private static final String OWNERS = """
        delete from gpu_ledger.owner
        where id in (select id from gpu_ledger.owner where last_booked < to_timestamp(? / 1000.0) limit ?)
            and last_booked < to_timestamp(? / 1000.0)
        returning workload_id
        """;
    private static final String WORKLOADS = """
        delete from gpu_ledger.workload w
        where w.id in (select unnest(?::int[]))
            and not exists (select from gpu_ledger.owner o where o.workload_id = w.id)
            and not exists (select from gpu_ledger.workload_sum s where s.workload_id = w.id)
            and not exists (select from gpu_ledger.usage_sum s where s.workload_id = w.id)
            and not exists (select from gpu_ledger.workload_place p where p.workload_id = w.id)
        """;
    private static final String OBJECTS = """
        select o.id
        from gpu_ledger.cluster c
        cross join unnest(array[%s]) as of_kind (kind)
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = of_kind.kind
            and coalesce(o.gone, 'infinity'::timestamptz) < to_timestamp(? / 1000.0)
        limit ?
        for update of o
        """.formatted(words());
    /// That a pod was ready for the first time stays: else it would seem, when it is ready again, as if it had
    /// waited for that until then.
    private static final String SUPERSEDED = """
        delete from gpu_ledger.attribute
        where (object_id, name, since) in (
            select a.object_id, a.name, a.since
            from gpu_ledger.cluster c
            cross join unnest(array[%s]) as of_kind (kind)
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = of_kind.kind
                and coalesce(o.gone, 'infinity'::timestamptz) = 'infinity' and o.first_seen < to_timestamp(? / 1000.0)
            join gpu_ledger.attribute a on a.object_id = o.id
            where exists (
                select from gpu_ledger.attribute newer
                where newer.object_id = a.object_id and newer.name = a.name and newer.since > a.since
                    and newer.since < to_timestamp(? / 1000.0)
            ) and not (
                o.kind = 'pod' and a.name = 'condition.Ready' and a.value = 'true' and not exists (
                    select from gpu_ledger.attribute older
                    where older.object_id = a.object_id and older.name = a.name and older.value = a.value
                        and older.since < a.since
                )
            )
            limit ?
        )
        """.formatted(words());
    private static final String GPUS = """
        select g.id
        from gpu_ledger.gpu g
        where g.departed and g.last_seen < to_timestamp(? / 1000.0)
            and not exists (
                select from gpu_ledger.vacancy v
                where v.gpu_id = g.id and coalesce(v.until, 'infinity') >= to_timestamp(? / 1000.0)
            )
        limit ?
        for update of g
        """;
    private static final List<String> OF_GPUS = List.of(
            """
            unit_attribute where unit_id in (
                select unnest(array[told.id, i.id])
                from (%s) as told (id)
                left join gpu_ledger.instance i on i.gpu_id = told.id
            )
            """,
            "instance where gpu_id in (%s)",
            "gpu_placement where gpu_id in (%s)",
            "vacancy where gpu_id in (%s)",
            "booked where gpu_id in (%s)",
            "gpu_change where gpu_id in (%s)",
            "gpu where id in (%s)");
    private static final String MOVED = """
        delete from gpu_ledger.gpu_placement old
        where since < to_timestamp(? / 1000.0) and exists (
            select from gpu_ledger.gpu_placement newer
            where newer.gpu_id = old.gpu_id and newer.since > old.since and newer.since < to_timestamp(? / 1000.0)
        )
        """;
    private static final String NODES = """
        delete from gpu_ledger.node n
        where not exists (select from gpu_ledger.gpu_placement p where p.node_id = n.id)
        """;

    private final Session session;
    private final Instant samples;
    private final Instant entries;

    /// @param samples from when on they are kept
    /// @param entries the same
    UnusedRows(Session session, Instant samples, Instant entries) {
        this.session = session;
        this.samples = samples;
        this.entries = entries.minus(WEEK);
    }

    private static String words() {
        return String.join(
                ", ",
                Arrays.stream(Kind.values())
                        .map(kind -> "'" + kind.word() + "'")
                        .toList());
    }

    void remove() throws DatabaseException {
        var unheld = samples.minus(MARGIN).toEpochMilli();
        while (!removed(HOLDERS, unheld, PORTION, unheld).isEmpty()) {
            session.commit();
        }
        owners();
        objects();
        gpus();
        session.commit();
    }

    /// Removes owners and their workloads. Nobody books anything meanwhile.
    private void owners() throws DatabaseException {
        var before = entries.toEpochMilli();
        EntryTables.inTurn(session);
        for (var gone = removed(OWNERS, before, PORTION, before);
                !gone.isEmpty();
                gone = removed(OWNERS, before, PORTION, before)) {
            delete(WORKLOADS, new HashSet<>(gone));
            session.commit();
            EntryTables.inTurn(session);
        }
        session.commit();
    }

    private void objects() throws DatabaseException {
        var before = samples.minus(CLUSTER_REACH).toEpochMilli();
        for (var gone = removed(OBJECTS, before, PORTION); !gone.isEmpty(); gone = removed(OBJECTS, before, PORTION)) {
            delete("delete from gpu_ledger.attribute where object_id in (select unnest(?::int[]))", gone);
            delete("delete from gpu_ledger.object where id in (select unnest(?::int[]))", gone);
            session.commit();
        }
        session.commit();
        while (execute(SUPERSEDED, before, before, PORTION) > 0) {
            session.commit();
        }
    }

    private void gpus() throws DatabaseException {
        var before = entries.minus(SILENCE).toEpochMilli();
        for (var gone = removed(GPUS, before, before, PORTION);
                !gone.isEmpty();
                gone = removed(GPUS, before, before, PORTION)) {
            for (var of : OF_GPUS) {
                delete("delete from gpu_ledger." + of.formatted("select unnest(?::int[])"), gone);
            }
            session.commit();
        }
        execute(MOVED, before, before);
        execute(NODES);
    }

    private List<Integer> removed(String sql, long... numbers) throws DatabaseException {
        return with(numbers).list(sql, row -> row.number(1));
    }

    private void delete(String sql, Collection<Integer> ids) throws DatabaseException {
        new Query<>(session, ids).numbers(id -> id).execute(sql);
    }

    private int execute(String sql, long... numbers) throws DatabaseException {
        return with(numbers).execute(sql);
    }

    private Query<?> with(long... numbers) {
        var query = new Query<>(session);
        Arrays.stream(numbers).forEach(query::number);
        return query;
    }
}
