package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Mount;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Resident;
import io.gpuledger.analyzer.fit.spec.PodSpec;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Reads the nodes of a cluster as they were at an instant, each with what was taken of it: by the pods that
/// ask for GPUs, added up by the database, and by all others, which are told of as sums.
///
/// Pods are read one by one only where somebody asks who is near whom, or where they themselves do not want
/// everybody near, have a port of the node, or a claim on a volume.
final class PlaceRows {
    private static final String PLACED = """
        with placed as materialized (
            select o.id, o.namespace, o.name, n.value as node, asked.at
            from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
            join gpu_ledger.cluster c on c.name = ?
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
                and coalesce(o.gone, 'infinity'::timestamptz) > asked.at and o.first_seen <= asked.at
            cross join lateral (
                select value
                from gpu_ledger.attribute
                where object_id = o.id and name = 'node' and since <= asked.at
                order by since desc
                limit 1
            ) n
            where n.value is not null and not exists (
                select
                from gpu_ledger.attribute
                where object_id = o.id and name = 'phase' and since <= asked.at and value in ('Succeeded', 'Failed')
            )
        )
        """;
    private static final String TAKEN = PLACED + """
        select node, 'pods', count(*)::text
        from placed
        group by node
        union all
        select p.node, regexp_replace(a.name, '^(request\\.[^.]*|extra)\\.', '') as resource, sum(a.value::numeric)::text
        from placed p
        cross join lateral (
            select distinct on (name) name, value
            from gpu_ledger.attribute
            where object_id = p.id and since <= p.at and (starts_with(name, 'request.') or starts_with(name, 'extra.'))
            order by name, since desc
        ) a
        where a.value ~ '^[0-9.]{1,40}$'
        group by p.node, resource
        """;
    /// What a spec says of ports, claims and whom it does not want near stands in it by these words.
    private static final String RESIDENTS = PLACED + """
        select p.node, p.namespace, p.name, l.value, s.value
        from placed p
        left join lateral (
            select value
            from gpu_ledger.attribute
            where object_id = p.id and name = 'labels' and since <= p.at
            order by since desc
            limit 1
        ) l on true
        left join lateral (
            select value
            from gpu_ledger.attribute
            where object_id = p.id and name = 'spec' and since <= p.at
                and value ~ '"(podAntiAffinity|hostPort|hostNetwork|persistentVolumeClaim)"'
            order by since desc
            limit 1
        ) s on true
        where s.value is not null or ?::boolean
        """;

    private final ReadSession reading;
    private final String cluster;
    private final long at;

    /// @param at the instant, in milliseconds since 1970
    PlaceRows(ReadSession reading, String cluster, long at) {
        this.reading = reading;
        this.cluster = cluster;
        this.at = at;
    }

    /// @param each whether the pods are to be told one by one, all of them
    List<Place> places(boolean each) throws DatabaseException {
        var nodes = nodes();
        var taken = taken();
        others().forEach((node, sums) -> sums.forEach((resource, amount) -> add(taken, node, resource, amount)));
        var residents = residents(each);
        var places = new ArrayList<Place>();
        nodes.forEach((name, state) -> places.add(new Place(
                name, state, taken.getOrDefault(name, new TreeMap<>()), residents.getOrDefault(name, List.of()))));
        return places;
    }

    private SortedMap<String, NodeState> nodes() throws DatabaseException {
        var nodes = new TreeMap<String, NodeState>();
        new ClusterTables(reading.session())
                .nodes(cluster, at, at + 1)
                .forEach((name, states) -> states.at(at).ifPresent(state -> nodes.put(name, state)));
        return nodes;
    }

    private Map<String, SortedMap<String, Long>> taken() throws DatabaseException {
        var taken = new HashMap<String, SortedMap<String, Long>>();
        new Query<>(reading.session()).number(at).text(cluster).query(TAKEN, row -> {
            var resource = row.text(2);
            var amount = Resource.amount(resource, row.text(3));
            if (amount.isPresent()) {
                add(taken, row.text(1), resource, amount.getAsLong());
            }
        });
        return taken;
    }

    private Map<String, SortedMap<String, Long>> others() throws DatabaseException {
        var others = new HashMap<String, SortedMap<String, Long>>();
        new ClusterTables(reading.session())
                .objects(cluster, Kind.OTHER_PODS, at, at + 1)
                .forEach((id, told) -> told.at(at)
                        .ifPresent(attributes -> attributes.forEach((name, text) -> {
                            if (name.startsWith(Attribute.REQUEST)) {
                                var resource = name.substring(Attribute.REQUEST.length());
                                Resource.amount(resource, text)
                                        .ifPresent(amount -> add(others, id.name(), resource, amount));
                            }
                        })));
        return others;
    }

    private static void add(Map<String, SortedMap<String, Long>> sums, String node, String resource, long amount) {
        sums.computeIfAbsent(node, _ -> new TreeMap<>()).merge(resource, amount, Long::sum);
    }

    private Map<String, List<Resident>> residents(boolean each) throws DatabaseException {
        var residents = new HashMap<String, List<Resident>>();
        new Query<>(reading.session())
                .number(at)
                .text(cluster)
                .text(String.valueOf(each))
                .query(
                        RESIDENTS,
                        row -> residents
                                .computeIfAbsent(row.text(1), _ -> new ArrayList<>())
                                .add(resident(row.text(2), row.text(3), row.optionalText(4), row.optionalText(5))));
        return residents;
    }

    /// What cannot be read of a spec is left out: it is somebody else's pod that asks.
    private static Resident resident(String namespace, String pod, Optional<String> labels, Optional<String> spec) {
        var pairs = Pairs.of(labels.orElse(""));
        return spec.map(json -> PodSpec.read(namespace, pod, pairs, json))
                .filter(Known.class::isInstance)
                .map(known -> ((Known) known).ask())
                .map(ask -> new Resident(
                        namespace,
                        pairs,
                        false,
                        ask.ports(),
                        ask.company().apart(),
                        ask.mounts().stream().map(Mount::claim).collect(Collectors.toSet())))
                .orElseGet(() -> new Resident(namespace, pairs, false, List.of(), List.of(), Set.of()));
    }
}
