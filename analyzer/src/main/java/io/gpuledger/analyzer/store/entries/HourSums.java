package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.Usage.Activity;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Sums up what stands in an hour's entries and usages.
final class HourSums {
    private static final String INSERT_SUMS = """
        insert into gpu_ledger.hour_sum
            (hour, millis, uncertain_millis, energy_millijoules, cost_micros, cluster_id, team_id, sku_id, state, settled,
            cause, currency)
        select e.hour, sum(e.millis), sum(e.uncertain_millis), sum(e.energy_millijoules), sum(e.cost_micros),
            g.cluster_id, e.team_id, e.sku_id, e.state, e.settled, e.cause, e.currency
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        where e.hour = to_timestamp(? / 1000.0)
        group by e.hour, g.cluster_id, e.team_id, e.sku_id, e.state, e.settled, e.cause, e.currency
        """;
    private static final String INSERT_WORKLOADS = """
        insert into gpu_ledger.workload_sum
            (hour, millis, unpriced_millis, energy_millijoules, cost_micros, workload_id, team_id, state, currency,
            sku_id, profile)
        select e.hour, sum(e.millis), coalesce(sum(e.millis) filter (where e.cost_micros is null), 0),
            sum(e.energy_millijoules), coalesce(sum(e.cost_micros), 0), o.workload_id, e.team_id, e.state, e.currency,
            e.sku_id, i.profile
        from gpu_ledger.entry e
        join gpu_ledger.owner o on o.id = e.owner_id
        left join gpu_ledger.instance i on i.id = e.unit_id
        where e.hour = to_timestamp(? / 1000.0)
        group by e.hour, o.workload_id, e.team_id, e.state, e.currency, e.sku_id, i.profile
        """;

    private static final String MEASURES = measures("%1$s, %1$s_millis");
    private static final String MEASURES_SUMMED = String.join(
            ", ",
            measures("sum(u.%1$s * u.millis::float8) as %1$s"),
            measures("sum(u.millis) filter (where u.%1$s is not null) as %1$s_millis"));
    private static final String MINUTES = String.join(", ", Activity.COLUMNS);
    private static final String MINUTES_SUMMED =
            Activity.COLUMNS.stream().map("sum(u.%1$s) as %1$s"::formatted).collect(Collectors.joining(", "));
    /// The upper edge of the highest twentieth that a minute was in, in twentieths; null where none was seen.
    private static final String UPPER_EDGE = IntStream.range(0, Activity.PARTS)
            .map(part -> Activity.PARTS - 1 - part)
            .mapToObj(part -> "when u.%s > 0 then %d".formatted(Activity.COLUMNS.get(part), part + 1))
            .collect(Collectors.joining(" ", "case ", " end"));

    /// What a pod held twice in an hour is one of its units. What is added up is most of it, and comes from the rows
    /// as they are; only what is found of each unit goes through units and pods. Rows are put down by namespace, as
    /// they are read by team: of a team's rows of an hour most lie together then.
    private static final String INSERT_USAGES =
            """
            with held as (
                select u.owner_id, coalesce(u.unit_id, u.gpu_id) as unit_id, max(%1$s) as peak,
                    max(u.memory_peak_bytes) as memory_peak, max(u.memory_total_bytes) as memory_total,
                    bool_or(u.shared) as shared, bool_and(u.minutes = 0 or coalesce(%2$s) is not null) as counted
                from gpu_ledger.usage u
                where u.hour = to_timestamp(? / 1000.0)
                group by u.owner_id, coalesce(u.unit_id, u.gpu_id)
            ), crowd as (
                select unit_id, sum(memory_peak)::float8 / nullif(max(memory_total), 0) as crowding
                from held where shared group by unit_id
            ), pod as (
                select h.owner_id, count(*) as units, count(*) filter (where h.peak > 1 or h.memory_peak > 1 << 30) as used,
                    count(*) filter (where h.peak > 1) as active, coalesce(sum(h.peak), 0) as peaks,
                    count(*) filter (where h.shared) as shared, max(c.crowding) as crowding, bool_and(h.counted) as counted
                from held h
                left join crowd c on h.shared and c.unit_id = h.unit_id
                group by h.owner_id
            ), workload as (
                select o.workload_id, sum(p.units) as units, count(*) as pods, max(p.units) as pod_units,
                    max(p.used) as used, max(p.active) as active, sum(p.peaks) / %3$d.0 as peaks, sum(p.shared) as shared,
                    max(p.crowding) as crowding, bool_and(p.counted) as counted
                from pod p
                join gpu_ledger.owner o on o.id = p.owner_id
                group by o.workload_id
            ), summed as (
                select u.hour, o.workload_id, max(u.memory_peak_bytes) as memory_peak,
                    max(u.memory_total_bytes) as memory_total, sum(u.millis) as millis, sum(u.minutes) as minutes,
                    sum(u.low_minutes) as low_minutes, sum(u.high_minutes) as high_minutes, %4$s, %5$s
                from gpu_ledger.usage u
                join gpu_ledger.owner o on o.id = u.owner_id
                where u.hour = to_timestamp(? / 1000.0)
                group by u.hour, o.workload_id
            )
            insert into gpu_ledger.usage_sum
                (hour, memory_peak_bytes, memory_total_bytes, millis, minutes, low_minutes, high_minutes, workload_id,
                units, pods, pod_units, pod_used_units, pod_active_units, peaks, shared_units, crowding, %6$s, %2$s)
            select s.hour, s.memory_peak, s.memory_total, s.millis, s.minutes, s.low_minutes, s.high_minutes, s.workload_id,
                w.units, w.pods, w.pod_units, w.used, w.active, w.peaks, w.shared, w.crowding, %6$s, %2$s
            from summed s
            join gpu_ledger.workload n on n.id = s.workload_id
            left join workload w on w.workload_id = s.workload_id and w.counted
            order by n.namespace collate "C", s.workload_id
            """.formatted(UPPER_EDGE, MINUTES, Activity.PARTS, MEASURES_SUMMED, MINUTES_SUMMED, MEASURES);

    private static final List<String> STATEMENTS = List.of(
            deleteHour("hour_sum"),
            INSERT_SUMS,
            deleteHour("workload_sum"),
            INSERT_WORKLOADS,
            deleteHour("usage_sum"),
            INSERT_USAGES,
            deleteHour("shared_node_sum"),
            PlacementSums.INSERT_NODES,
            deleteHour("workload_place"),
            PlacementSums.INSERT_WORKLOADS,
            deleteHour("unsummed"));

    private HourSums() {}

    private static String measures(String each) {
        return Measure.ALL.stream()
                .map(measure -> each.formatted(measure.word()))
                .collect(Collectors.joining(", "));
    }

    private static String deleteHour(String table) {
        return "delete from gpu_ledger." + table + " where hour = 'epoch'::timestamptz + ? * interval '1 ms'";
    }

    /// Puts the sums of an hour in the place of those that are there.
    static void replace(Session session, long hour) throws DatabaseException {
        for (var sql : STATEMENTS) {
            var query = new Query<>(session).number(hour);
            if (sql.equals(INSERT_USAGES)) {
                query.number(hour);
            }
            query.execute(sql);
        }
        SpanSums.forget(session, hour);
    }
}
