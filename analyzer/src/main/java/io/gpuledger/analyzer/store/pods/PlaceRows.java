package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Resource;
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

/// Reads the nodes of a cluster as they were at an instant, each with what was taken of it: by the pods that
/// ask for GPUs, added up by the database, and by all others, which are told of as sums.
///
/// Pods are read one by one only where somebody asks who is near whom, or where they themselves do not want
/// everybody near, have a port of the node, or a claim on a volume.
final class PlaceRows {
    /// Pods on the same node that request the same are one row. What a spec says of ports, claims and whom it does not
    /// want near stands in it by the words that are looked for.
    private static final String PLACED = """
        with placed as materialized (
            select o.namespace, o.name as pod, told.*, (told.spec is not null or asked.each) as is_resident
            from (select 'epoch'::timestamptz + ? * interval '1 ms' as at, ?::boolean as each) asked
            join gpu_ledger.cluster c on c.name = ?
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
                and coalesce(o.gone, 'infinity'::timestamptz) > asked.at and o.first_seen <= asked.at
            cross join lateral (
                select (array_agg(value order by since desc) filter (where name = 'node'))[1] as node,
                    bool_or(name = 'phase' and value in ('Succeeded', 'Failed')) as has_ended,
                    array_agg(name order by since) filter (where name ^@ 'request.' or name ^@ 'extra.') as names,
                    array_agg(coalesce(value, '') order by since)
                        filter (where name ^@ 'request.' or name ^@ 'extra.') as amounts,
                    (array_agg(value order by since desc) filter (where name = 'labels'))[1] as labels,
                    (array_agg(value order by since desc) filter (where case when name = 'spec'
                        then value ~ '"(podAntiAffinity|hostPort|hostNetwork|persistentVolumeClaim)"' end))[1] as spec
                from gpu_ledger.attribute
                where object_id = o.id and since <= asked.at and name <> 'annotations'
            ) told
        )
        select node, names, amounts, case when is_resident then namespace end, case when is_resident then pod end,
            case when is_resident then labels end, spec, count(*)
        from placed
        where node is not null and not has_ended
        group by 1, 2, 3, 4, 5, 6, 7
        """;

    private final ReadSession reading;
    private final String cluster;
    private final long at;
    private final Map<String, SortedMap<String, Long>> taken = new HashMap<>();
    private final Map<String, List<Resident>> residents = new HashMap<>();

    /// @param at the instant, in milliseconds since 1970
    PlaceRows(ReadSession reading, String cluster, long at) {
        this.reading = reading;
        this.cluster = cluster;
        this.at = at;
    }

    /// @param each whether the pods are to be told one by one, all of them
    List<Place> places(boolean each) throws DatabaseException {
        var nodes = nodes();
        readPods(each);
        readOthers();
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

    private void readPods(boolean each) throws DatabaseException {
        new Query<>(reading.session())
                .number(at)
                .text(String.valueOf(each))
                .text(cluster)
                .query(PLACED, row -> {
                    var node = row.text(1);
                    var count = row.longNumber(8);
                    add(node, "pods", count);
                    requests(row.texts(2), row.texts(3))
                            .forEach((attribute, amount) -> Requested.resource(attribute)
                                    .ifPresent(resource -> Resource.amount(resource, amount)
                                            .ifPresent(one -> add(node, resource, one * count))));
                    if (row.optionalText(5).isPresent()) {
                        residents
                                .computeIfAbsent(node, _ -> new ArrayList<>())
                                .add(resident(row.text(4), row.text(5), row.optionalText(6), row.optionalText(7)));
                    }
                });
    }

    /// Returns the last word on each of them.
    private static Map<String, String> requests(List<String> names, List<String> amounts) {
        var requests = new HashMap<String, String>();
        for (var i = 0; i < names.size(); i++) {
            requests.put(names.get(i), amounts.get(i));
        }
        return requests;
    }

    private void readOthers() throws DatabaseException {
        new ClusterTables(reading.session())
                .objects(cluster, Kind.OTHER_PODS, at, at + 1)
                .forEach((id, told) -> told.at(at)
                        .ifPresent(attributes -> attributes.forEach((name, text) -> {
                            if (name.startsWith(Attribute.REQUEST)) {
                                var resource = name.substring(Attribute.REQUEST.length());
                                Resource.amount(resource, text).ifPresent(amount -> add(id.name(), resource, amount));
                            }
                        })));
    }

    private void add(String node, String resource, long amount) {
        taken.computeIfAbsent(node, _ -> new TreeMap<>()).merge(resource, amount, Long::sum);
    }

    /// What cannot be read of a spec is left out: it is somebody else's pod that asks.
    private static Resident resident(String namespace, String pod, Optional<String> labels, Optional<String> spec) {
        var pairs = Pairs.of(labels.orElse(""));
        return spec.map(json -> PodSpec.read(namespace, pod, pairs, json))
                .filter(Known.class::isInstance)
                .map(known -> Resident.of(((Known) known).ask()))
                .orElseGet(() -> new Resident(namespace, pairs, false, List.of(), List.of(), Set.of()));
    }
}
