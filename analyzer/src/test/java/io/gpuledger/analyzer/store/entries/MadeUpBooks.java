package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// The books of a large fleet over a month, made by statements: samples of a month would be told for hours, and what
/// matters of books is how many rows they have. A tenth of the GPUs is free; of the others each pod holds eight for a
/// day, and a fifth is idle. Workloads go round, fifty of each team.
public final class MadeUpBooks {
    private static final String CLUSTER = "insert into gpu_ledger.cluster (name) values ('c')";
    private static final String SKU = "insert into gpu_ledger.sku (name) values ('NVIDIA H100 80GB HBM3')";
    private static final String TEAMS = """
        insert into gpu_ledger.team (name) select 'team-' || i from generate_series(1, %2$d) i
        """;
    private static final String GPUS = """
        insert into gpu_ledger.gpu (cluster_id, uuid, first_seen, last_seen)
        select 1, 'GPU-' || i, '%4$s', '%4$s' from generate_series(1, %1$d) i
        """;
    private static final String WORKLOADS = """
        insert into gpu_ledger.workload (cluster_id, namespace, kind, name)
        select 1, 'n' || i, 'Job', 'j' || i from generate_series(1, 50 * %2$d) i
        """;
    private static final String OWNERS = """
        insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod, uid)
        select 1, 1 + (7 * pod + 13 * day) %% (50 * %2$d), 'n', 'pod-' || day || '-' || pod, day || '-' || pod
        from generate_series(0, %3$d - 1) day, generate_series(0, %1$d / 8) pod
        order by day, pod
        """;
    /// What a GPU was in an hour of a day, and who held it; owners come by day and pod.
    private static final String HELD = """
        from (
            select hour, gpu, gpu %% 5 = 0 as idle,
                case when gpu %% 10 > 0 then 1 + hour / 24 * (%1$d / 8 + 1) + gpu / 8 end as owner
            from generate_series(24 * %5$d, 24 * %5$d + 23) hour, generate_series(1, %1$d) gpu
        ) h
        left join gpu_ledger.owner o on o.id = h.owner
        """;
    private static final String ENTRIES = """
        insert into gpu_ledger.entry
            (hour, cost_micros, gpu_id, unit_id, owner_id, team_id, sku_id, millis, state, basis, estimated, settled,
            currency)
        select '%4$s'::timestamptz + h.hour * interval '1 hour', part.millis, h.gpu, h.gpu, h.owner,
            1 + o.workload_id %% %2$d, 1, part.millis, part.state::gpu_ledger.state, 'sm_active', false, true, 'USD'
        """ + HELD + """
        cross join lateral (
            select 'free' as state, 3600000 as millis where h.owner is null
            union all select 'idle', 3600000 where h.owner is not null and h.idle
            union all select 'used', 2000000 where h.owner is not null and not h.idle
            union all select 'underused', 1600000 where h.owner is not null and not h.idle
        ) part
        """;
    private static final String USAGES = """
        insert into gpu_ledger.usage
            (hour, memory_peak_bytes, memory_total_bytes, gpu_id, unit_id, owner_id, millis, sm_active, dram_active,
            minutes, low_minutes, high_minutes, idle_runs)
        select '%4$s'::timestamptz + h.hour * interval '1 hour', 40000000000, 80000000000, h.gpu, h.gpu, h.owner,
            3600000, 0.5, 0.3, 60, 10, 20, case when h.idle then '{0,3600000}'::int[] else '{}' end
        """ + HELD + " where h.owner is not null";
    private static final String BOOKED = """
        insert into gpu_ledger.booked (since, until, gpu_id)
        select '%4$s', '%4$s'::timestamptz + %3$d * interval '1 day', id from gpu_ledger.gpu
        """;
    private static final String UNSUMMED = """
        insert into gpu_ledger.unsummed (hour)
        select '%4$s'::timestamptz + hour * interval '1 hour' from generate_series(0, 24 * %3$d - 1) hour
        """;

    private final int gpus;
    private final int teams;
    private final LocalDate first;
    private final int days;

    public MadeUpBooks(int gpus, int teams, LocalDate first, int days) {
        this.gpus = gpus;
        this.teams = teams;
        this.first = first;
        this.days = days;
    }

    /// Writes them into a database that has nothing yet.
    public void write(Database database) throws DatabaseException {
        try (var session = database.session()) {
            execute(session, 0, CLUSTER, SKU, TEAMS, GPUS, WORKLOADS, OWNERS);
            BookWeeks.ensure(
                    session,
                    new Span(
                            first.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli(),
                            first.plusDays(days)
                                    .atStartOfDay(ZoneOffset.UTC)
                                    .toInstant()
                                    .toEpochMilli()));
            session.commit();
            for (var day = 0; day < days; day++) {
                execute(session, day, ENTRIES, USAGES);
            }
            execute(session, 0, BOOKED, UNSUMMED, "analyze");
            var entries = new EntryTables();
            for (var hour : entries.unsummed(session)) {
                entries.sum(session, hour);
                session.commit();
            }
        }
    }

    private void execute(Session session, int day, String... statements) throws DatabaseException {
        for (var sql : statements) {
            session.execute(sql.formatted(gpus, teams, days, first + "Z", day));
            session.commit();
        }
    }
}
