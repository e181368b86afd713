package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.store.gpus.NodePlaces.NodeName;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Reads what the GPUs of a node said last.
public final class NodeTables {
    /// A GPU's or MIG instance's last reading. What it did not say is absent.
    ///
    /// @param at when it was read, in milliseconds since 1970
    /// @param activity the part of the time since the reading before in which it was active
    public record Device(
            String gpu,
            Optional<String> index,
            Optional<String> model,
            Optional<String> instance,
            Optional<String> profile,
            Optional<Long> at,
            OptionalDouble activity,
            OptionalDouble memoryUsed,
            OptionalDouble memoryTotal,
            OptionalDouble power,
            OptionalDouble powerLimit,
            OptionalDouble temperature,
            Optional<Long> eccUncorrected,
            Optional<Long> rowRemapFailed,
            Optional<Long> lost) {}

    /// Readings of half a day are looked at: of a GPU that said nothing since then there is nothing to show.
    private static final String DEVICES = """
        with here as (
            select g.id, g.uuid, g.index, g.model
            from gpu_ledger.cluster c
            join gpu_ledger.node n on n.cluster_id = c.id
            join gpu_ledger.gpu g on g.id = any (
                    array(select gpu_id from gpu_ledger.gpu_placement where node_id = n.id)::int[])
                and g.cluster_id = n.cluster_id
            where c.name = ? and n.name = ? and g.ordinal is null
                and g.last_seen > 'epoch'::timestamptz + ? * interval '1 ms' - interval '8 days'
                and n.id = (
                    select node_id from gpu_ledger.gpu_placement where gpu_id = g.id order by since desc limit 1)
        ), units as (
            select id as unit_id, uuid, index, model, null::text as instance, null::text as profile from here
            union all
            select i.id, h.uuid, h.index, h.model, i.number, i.profile
            from here h
            join gpu_ledger.instance i on i.gpu_id = h.id
                and i.last_seen > 'epoch'::timestamptz + ? * interval '1 ms' - interval '30 minutes'
        )
        select u.uuid, u.index, u.model, u.instance, u.profile, (extract(epoch from s.ts) * 1000)::bigint, s.activity,
            s.memory_used_bytes::float8, s.memory_total_bytes::float8, s.power_watts::float8,
            s.power_limit_watts::float8, s.temperature_celsius::float8, s.ecc_uncorrected_errors,
            s.row_remap_failed::bigint, s.lost::bigint
        from units u
        left join lateral (
            select ts, coalesce(
                case when observed_ms > before.observed then least(1,
                    (coalesce(sm_active_ms, engine_active_ms, busy_ms) - before.active)::float8
                    / (observed_ms - before.observed)) end,
                sm_active_ratio, engine_active_ratio, utilization_ratio)::float8 as activity,
                memory_used_bytes, memory_total_bytes, power_watts, power_limit_watts, temperature_celsius,
                ecc_uncorrected_errors, row_remap_failed, lost
            from (
                select * from gpu_ledger.sample
                where unit_id = u.unit_id and ts > 'epoch'::timestamptz + ? * interval '1 ms' - interval '12 hours'
                order by ts desc
                limit 1
            ) latest
            left join lateral (
                select observed_ms as observed, coalesce(sm_active_ms, engine_active_ms, busy_ms) as active
                from gpu_ledger.sample
                where unit_id = u.unit_id and ts < latest.ts
                    and ts > 'epoch'::timestamptz + ? * interval '1 ms' - interval '12 hours'
                order by ts desc limit 1
            ) before on true
        ) s on true
        order by length(u.index), u.index, u.uuid, u.instance nulls first
        """;

    private final ReadPool readPool;

    public NodeTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Returns the GPUs that are on a node, and their instances; none where there is no such node. Throws
    /// [io.gpuledger.analyzer.store.postgres.CannotAskException].
    ///
    /// @param now in milliseconds since 1970
    public List<Device> devices(NodeName node, long now) {
        return readPool.ask(reading -> new Query<>(reading.planningEach().session())
                .text(node.cluster())
                .text(node.node())
                .number(now)
                .number(now)
                .number(now)
                .number(now)
                .list(DEVICES, NodeTables::device));
    }

    private static Device device(ResultRow row) throws DatabaseException {
        return new Device(
                row.text(1),
                row.optionalText(2),
                row.optionalText(3),
                row.optionalText(4),
                row.optionalText(5),
                row.optionalLongNumber(6),
                row.optionalDouble(7),
                row.optionalDouble(8),
                row.optionalDouble(9),
                row.optionalDouble(10),
                row.optionalDouble(11),
                row.optionalDouble(12),
                row.optionalLongNumber(13),
                row.optionalLongNumber(14),
                row.optionalLongNumber(15));
    }
}
