package io.gpuledger.analyzer.store.placement;

import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import java.time.Instant;
import java.util.List;

/// Adds to the [FixedBooks] four nodes of two GPUs each, for two hours. In the first of them a job of four pods is on
/// all four, and a GPU fails under one of its pods; in the second it is on two, and one of its pods is evicted.
public final class FixedGang {
    static final Instant FIRST = Instant.parse("2026-11-17T05:00:00Z");

    private static final String WHERE = """
        insert into gpu_ledger.node (cluster_id, name)
        select id, 'j' || g from gpu_ledger.cluster, generate_series(0, 3) g where name = 'east';
        insert into gpu_ledger.gpu (id, cluster_id, uuid, model, first_seen, last_seen)
        select 100 + g, id, 'GPU-j-' || g, 'NVIDIA H100 80GB HBM3', '2026-11-17T05:00Z', '2026-11-17T07:00Z'
        from gpu_ledger.cluster, generate_series(0, 7) g where name = 'east';
        insert into gpu_ledger.gpu_placement (since, gpu_id, node_id)
        select '2026-11-17T05:00Z', 100 + g, n.id
        from gpu_ledger.node n, generate_series(0, 7) g where n.name = 'j' || g / 2;
        insert into gpu_ledger.workload (cluster_id, namespace, kind, name)
        select id, 'ai', 'Job', 'gang' from gpu_ledger.cluster where name = 'east';
        insert into gpu_ledger.owner (cluster_id, workload_id, namespace, pod)
        select w.cluster_id, w.id, 'ai', 'gang-' || g
        from gpu_ledger.workload w, generate_series(0, 3) g where w.name = 'gang';
        """;

    /// Half of what the job holds is used, but where it fails.
    private static final String HOURS = """
        insert into gpu_ledger.entry
            (hour, gpu_id, node_id, owner_id, sku_id, millis, state, cause, estimated, settled)
        select told.hour::timestamptz, 100 + told.gpu, n.id, o.id, s.id, part.millis, part.state::gpu_ledger.state,
            part.cause, false, true
        from (
            select '2026-11-17T05:00Z' as hour, gpu, case when gpu % 2 = 0 then gpu / 2 end as pod
            from generate_series(0, 7) gpu
            union all
            select '2026-11-17T06:00Z', gpu, case when gpu < 4 then gpu end from generate_series(0, 7) gpu
        ) told
        join gpu_ledger.node n on n.name = 'j' || told.gpu / 2
        join gpu_ledger.sku s on s.name = 'NVIDIA H100 80GB HBM3'
        left join gpu_ledger.owner o on o.pod = 'gang-' || told.pod
        cross join lateral (
            select 'unhealthy' as state, 2400000 as millis, 'gpu_lost' as cause
            where told.hour = '2026-11-17T05:00Z' and told.pod = 0
            union all
            select 'used', 1200000, null where told.hour = '2026-11-17T05:00Z' and told.pod = 0
            union all
            select state, 1800000, null from unnest(array['used', 'underused']) state
            where told.hour = '2026-11-17T06:00Z' and told.pod is not null or told.pod > 0
            union all
            select 'stranded', 3600000, 'fragmented' where told.hour = '2026-11-17T05:00Z' and told.pod is null
            union all
            select 'free', 3600000, null where told.hour = '2026-11-17T06:00Z' and told.pod is null
        ) part;
        insert into gpu_ledger.unsummed (hour) values ('2026-11-17T05:00Z'), ('2026-11-17T06:00Z');
        """;

    private static final String LOST = """
        insert into gpu_ledger.finding
            (cluster, node, gpu, instance, kind, detail, severity, opened, closed, told, evidence, action, holders,
            lost_ms)
        values ('east', 'j0', 'GPU-j-0', '', 'gpu_lost', '', 'critical', '2026-11-17T05:10Z', '2026-11-17T05:50Z',
            '2026-11-17T05:50Z', '', '', array['ai/gang-0'], 0)
        """;

    private FixedGang() {}

    /// Adds all.
    public static void write(FixedBooks books) throws DatabaseException {
        books.execute(WHERE);
        books.execute(HOURS);
        books.execute(LOST);
        try (var session = books.database().session()) {
            var tables = new EntryTables();
            for (var hour : tables.unsummed(session)) {
                tables.sum(session, hour);
            }
            session.commit();
            new StatementWriter(session).write(pods());
        }
    }

    private static List<Statement> pods() {
        var began = FIRST.minusSeconds(110 * 60);
        return List.of(
                ran("gang-0", began),
                ran("gang-1", began),
                Told.part(pod("gang-0"), minutes(12), "phase", "Failed"),
                Told.part(pod("gang-1"), minutes(90), "eviction", "EvictionByEvictionAPI", "phase", "Failed"));
    }

    private static Statement ran(String name, Instant at) {
        return Told.part(
                pod(name),
                at.toEpochMilli(),
                "created",
                at.toString(),
                "request.main.nvidia.com/gpu",
                "1",
                "owner",
                "Job/gang",
                "node",
                "j0",
                "condition.PodScheduled",
                "true",
                "phase",
                "Running");
    }

    private static long minutes(int minutes) {
        return FIRST.plusSeconds(60L * minutes).toEpochMilli();
    }

    private static ObjectId pod(String name) {
        return ObjectId.pod("east", "ai", name, "uid-of-" + name);
    }
}
