package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.LocalDate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The sums of two weeks of a large fleet, made by statements, and without the entries below them: letters rest on
/// sums alone. All workloads hold all day an equal part of nine tenths of the GPUs; each day a pod of each begins anew.
/// A fifth is idle at night, one of fifty has MIG instances. What was held lies in no order within an hour, and how it
/// was used lies by namespace, as these are summed up.
public final class MadeUpSums {
    private static final int DAYS = 14;
    private static final String NAMES = """
        insert into gpu_ledger.cluster (name) values ('c');
        insert into gpu_ledger.sku (name) values ('NVIDIA H100 80GB HBM3'), ('NVIDIA A100-SXM4-80GB'), ('NVIDIA L4');
        insert into gpu_ledger.team (name) select 'team-' || i from generate_series(1, %2$d) i;
        insert into gpu_ledger.gpu (cluster_id, uuid, model, first_seen, last_seen)
        select 1, 'GPU-' || i, s.name, '%4$s', '%4$s'::timestamptz + interval '14 days'
        from generate_series(1, %1$d) i join gpu_ledger.sku s on s.id = 1 + i %% 3;
        insert into gpu_ledger.workload (cluster_id, namespace, kind, name)
        select 1, 'n' || i / %3$d, (array['Job', 'Deployment', 'StatefulSet'])[1 + i %% 3], 'w' || i
        from generate_series(1, %3$d * %2$d) i
        """;
    private static final String PODS = """
        insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod, uid, last_booked)
        select 1, w.id, w.namespace, w.name || '-' || day, w.id || '-' || day, '%4$s'::timestamptz + day * interval '1 day'
        from gpu_ledger.workload w, generate_series(0, 13) day;
        insert into gpu_ledger.holder (cluster_id, namespace, pod, container, pod_uid)
        select cluster_id, namespace, pod, container, uid
        from gpu_ledger.owner, (values ('main'), ('sidecar')) as of (container);
        insert into gpu_ledger.object (cluster_id, kind, namespace, name, uid, first_seen, last_seen)
        select cluster_id, 'pod', namespace, pod, uid, last_booked, last_booked from gpu_ledger.owner;
        insert into gpu_ledger.attribute (since, object_id, name, value)
        select o.first_seen, o.id, a.name, a.value
        from gpu_ledger.object o, (values ('present', 'true'), ('labels', '{"team":"t"}'), ('owner', 'Job/w'),
            ('annotations', '{"gpu_ledger_io_idle_after":"2h"}')) as a (name, value)
        """;
    /// What a workload was in an hour of a day.
    private static final String HELD = """
        from (
            select '%4$s'::timestamptz + interval '1 day' * %5$d + hour * interval '1 hour' as hour, w.id,
                (w.id %% 5 = 0 and hour < 8) as idle, 1 + w.id %% 3 as sku, 1 + (w.id - 1) / %3$d as team,
                case when w.id %% 50 = 0 then '3g.40gb' end as profile,
                greatest(1, %1$d * 9 / 10 / %3$d / %2$d) as units
            from generate_series(0, 23) hour, gpu_ledger.workload w
        ) h
        """;
    private static final String HELD_SUMS = """
        insert into gpu_ledger.workload_sum
            (hour, millis, unpriced_millis, cost_micros, workload_id, team_id, state, currency, sku_id, profile)
        select h.hour, h.units * part.millis, 0, h.units * part.millis, h.id, h.team, part.state::gpu_ledger.state, 'USD',
            h.sku, h.profile
        """ + HELD + """
        cross join lateral (
            select 'idle' as state, 3600000 as millis where h.idle
            union all select 'used', 2000000 where not h.idle
            union all select 'underused', 1600000 where not h.idle
        ) part
        order by h.hour, h.id * 7919 %% 10007
        """;
    private static final String USAGE_SUMS = """
        insert into gpu_ledger.usage_sum
            (hour, memory_peak_bytes, memory_total_bytes, millis, minutes, low_minutes, high_minutes, workload_id, units,
            pods, pod_units, pod_used_units, pod_active_units, peaks, shared_units, %6$s, minutes_00, minutes_45,
            minutes_55, minutes_60, minutes_80)
        select h.hour, 40000000000, 80000000000, h.units * 3600000, h.units * 60,
            h.units * case when h.idle then 60 else 0 end, h.units * case when h.idle then 0 else 10 end, h.id, h.units, 1, h.units, h.units, h.units, h.units * 0.85, 0,
            %7$s, case when h.idle then h.units * 60 end, case when not h.idle then h.units * 20 end,
            case when not h.idle then h.units * 20 end, case when not h.idle then h.units * 10 end,
            case when not h.idle then h.units * 10 end
        """ + HELD + " order by h.hour, h.id";
    private static final String HOUR_SUMS = """
        insert into gpu_ledger.hour_sum
            (hour, millis, uncertain_millis, cost_micros, cluster_id, team_id, sku_id, state, settled, currency)
        select s.hour, sum(s.millis), 0, sum(s.cost_micros), 1, s.team_id, s.sku_id, s.state, true, s.currency
        from gpu_ledger.workload_sum s
        group by s.hour, s.team_id, s.sku_id, s.state, s.currency
        """;
    private static final String INDEXES = """
        select indexdef from pg_indexes
        where schemaname = 'gpu_ledger' and tablename in ('workload_sum', 'usage_sum') order by 1
        """;
    private static final String DROPS = """
        select 'drop index gpu_ledger.' || indexname from pg_indexes
        where schemaname = 'gpu_ledger' and tablename in ('workload_sum', 'usage_sum')
        union all
        select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
        where contype = 'f' and conrelid in (
            'gpu_ledger.workload_sum'::regclass, 'gpu_ledger.usage_sum'::regclass, 'gpu_ledger.hour_sum'::regclass)
        """;
    private static final String MEASURES = each("%1$s, %1$s_millis");
    private static final String MEANS = each("0.3 * h.units * 3600000, h.units * 3600000");

    private final int gpus;
    private final int teams;
    private final int workloads;
    private final LocalDate first;

    /// @param workloads of each team
    public MadeUpSums(int gpus, int teams, int workloads, LocalDate first) {
        this.gpus = gpus;
        this.teams = teams;
        this.workloads = workloads;
        this.first = first;
    }

    private static String each(String of) {
        return Stream.of(Measure.values())
                .map(measure -> of.formatted(measure.word()))
                .collect(Collectors.joining(", "));
    }

    /// Writes them into a database that has nothing yet.
    public void write(Database database) throws DatabaseException {
        try (var session = database.session()) {
            execute(session, 0, NAMES, PODS);
            // Millions of rows are quicker to index when they are there, and name nothing that is not.
            var indexes = new Query<>(session).list(INDEXES, row -> row.text(1));
            execute(
                    session,
                    0,
                    new Query<>(session).list(DROPS, row -> row.text(1)).toArray(String[]::new));
            for (var day = 0; day < DAYS; day++) {
                execute(session, day, HELD_SUMS, USAGE_SUMS);
            }
            execute(session, 0, HOUR_SUMS);
            execute(session, 0, indexes.toArray(String[]::new));
        }
    }

    private void execute(Session session, int day, String... statements) throws DatabaseException {
        for (var sql : statements) {
            session.execute("set local statement_timeout = 0");
            session.execute(sql.formatted(gpus, teams, workloads, first + "Z", day, MEASURES, MEANS));
            session.commit();
        }
    }
}
