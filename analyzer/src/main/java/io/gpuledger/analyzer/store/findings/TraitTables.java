package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.failures.NodeTrait;
import io.gpuledger.analyzer.health.GpuTraits;
import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what was told of the traits of GPUs.
public final class TraitTables {
    /// What is told of GPUs that are alike at the same instants is one line. What was told first of a GPU holds
    /// from then on; of the time before, nothing is known. Names are looked up last, as there are fewer lines than
    /// GPUs.
    private static final String TRAITS = """
        select c.name, n.name, t.model, t.name, t.value, (extract(epoch from t.since) * 1000)::bigint,
            (extract(epoch from t.until) * 1000)::bigint, t.gpus
        from (
            select p.node_id, nullif(g.model, '') as model, a.name, a.value, greatest(a.since, p.since) as since,
                least(a.next, p.next, g.last_seen + interval '1 hour') as until, count(*)::int as gpus
            from gpu_ledger.object o
            join gpu_ledger.cluster c on c.id = o.cluster_id
            join gpu_ledger.gpu g on g.cluster_id = o.cluster_id and g.uuid = o.name
            cross join lateral (
                select name, value, since, lead(since) over (partition by name order by since) as next
                from gpu_ledger.attribute
                where object_id = o.id and name = any (?)) a
            join (select gpu_id, node_id, since, lead(since) over (partition by gpu_id order by since) as next
                from gpu_ledger.gpu_placement) p on p.gpu_id = g.id
                and p.since < coalesce(a.next, 'infinity') and coalesce(p.next, 'infinity') > a.since
            where o.kind = 'gpu' and a.value is not null and c.name = coalesce(?, c.name)
                and g.last_seen + interval '1 hour' > 'epoch'::timestamptz + ? * interval '1 ms'
                and greatest(a.since, p.since) < 'epoch'::timestamptz + ? * interval '1 ms'
            group by 1, 2, 3, 4, 5, 6) t
        join gpu_ledger.node n on n.id = t.node_id
        join gpu_ledger.cluster c on c.id = n.cluster_id
        """;

    /// What labels say stands with the GPU as an object, and what is read stands in its last reading. A GPU of which
    /// nothing was told lately may have been changed meanwhile.
    private static final String NOW = """
        select c.name, g.uuid, n.name, nullif(g.model, ''), t.name, t.value
        from (select 'epoch'::timestamptz + ? * interval '1 ms' as now) at
        cross join gpu_ledger.gpu g
        join gpu_ledger.cluster c on c.id = g.cluster_id
        cross join lateral (
            select node_id from gpu_ledger.gpu_placement where gpu_id = g.id order by since desc limit 1) p
        join gpu_ledger.node n on n.id = p.node_id
        cross join lateral (
            (select distinct on (a.name) a.name, a.value
            from gpu_ledger.object o
            join gpu_ledger.attribute a on a.object_id = o.id
            where o.cluster_id = g.cluster_id and o.kind = 'gpu' and o.namespace = '' and o.uid = ''
                and o.name = g.uuid collate "C"
            order by a.name, a.since desc)
            union all
            (select r.name, r.value
            from (
                select power_limit_watts, sm_clock_max_hertz
                from gpu_ledger.sample
                where unit_id = g.id and ts > at.now - interval '30 min' and ts <= at.now
                    and (power_limit_watts is not null or sm_clock_max_hertz is not null)
                order by ts desc
                limit 1) s
            cross join lateral (values
                ('power_limit', round(s.power_limit_watts::numeric)::text),
                ('clock_max', round(s.sm_clock_max_hertz / 1e6)::text)) r (name, value))) t
        where g.last_seen > at.now - interval '30 min' and t.value is not null
        order by g.id
        """;

    private final Session session;

    public TraitTables(Session session) {
        this.session = session;
    }

    /// Returns what is told of each GPU at an instant.
    public List<GpuTraits> now(long millis) throws DatabaseException {
        Map<UnitId, GpuTraits> gpus = new LinkedHashMap<>();
        Map<UnitId, Map<Trait, String>> traits = new HashMap<>();
        new Query<>(session).number(millis).query(NOW, row -> {
            var id = new UnitId(row.text(1), row.text(2), Optional.empty());
            var trait = Trait.ofWord(row.text(5));
            if (trait.isPresent()) {
                gpus.putIfAbsent(id, new GpuTraits(id, row.text(3), row.optionalText(4), Map.of()));
                traits.computeIfAbsent(id, _ -> new EnumMap<>(Trait.class)).put(trait.get(), row.text(6));
            }
        });
        return gpus.values().stream()
                .map(gpu -> new GpuTraits(gpu.gpu(), gpu.node(), gpu.model(), traits.getOrDefault(gpu.gpu(), Map.of())))
                .toList();
    }

    /// Returns what GPUs of each node had in common, and for how long.
    List<NodeTrait> of(Span window, Optional<String> cluster) throws DatabaseException {
        List<NodeTrait> traits = new ArrayList<>();
        new Query<>(session)
                .textArray(Trait.ALIKE.stream().map(Trait::word).toList())
                .optionalText(cluster)
                .number(window.from())
                .number(window.to())
                .query(TRAITS, row -> {
                    var since = row.longNumber(6);
                    var span = new Span(since, Math.max(since, row.longNumber(7))).within(window);
                    var trait = Trait.ofWord(row.text(4));
                    if (trait.isPresent() && !span.isEmpty()) {
                        var node = new OfNode(row.text(1), row.text(2));
                        traits.add(new NodeTrait(
                                node, row.optionalText(3), trait.get(), row.text(5), row.number(8), span));
                    }
                });
        return traits;
    }
}
