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
    /// Pods on the same node that request the same are one row. A request is told as its name, `=`, and the amount.
    private static final String TAKEN = """
        select node, requests, count(*)
        from (
            select told.*
            from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
            join gpu_ledger.cluster c on c.name = ?
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
                and coalesce(o.gone, 'infinity'::timestamptz) > asked.at and o.first_seen <= asked.at
            cross join lateral (
                select max(value) filter (where name = 'node') as node,
                    bool_or(name = 'phase' and value in ('Succeeded', 'Failed')) as has_ended,
                    array_agg(name || '=' || value)
                        filter (where name not in ('node', 'phase') and value is not null) as requests
                from (
                    select distinct on (name) name, value
                    from gpu_ledger.attribute
                    where object_id = o.id and since <= asked.at
                        and (name in ('node', 'phase') or name ^@ 'request.' or name ^@ 'extra.')
                    order by name, since desc
                ) last
            ) told
        ) placed
        where node is not null and not has_ended
        group by 1, 2
        """;
    /// What a spec says of ports, claims and whom it does not want near stands in it by the words that are looked for;
    /// the index attribute_resident is of just these.
    private static final String RESIDENTS = """
        with minding as materialized (
            select distinct on (a.object_id) a.object_id, a.value as spec
            from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
            join gpu_ledger.attribute a on a.since <= asked.at and a.name = 'spec'
                and a.value ~ '"(podAntiAffinity|hostPort|hostNetwork|persistentVolumeClaim)"'
            order by a.object_id, a.since desc
        )
        select node, namespace, pod, labels, spec
        from (
            select o.namespace, o.name as pod, minding.spec, told.*
            from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
            join gpu_ledger.cluster c on c.name = ?
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
                and coalesce(o.gone, 'infinity'::timestamptz) > asked.at and o.first_seen <= asked.at
            %s join minding on minding.object_id = o.id
            cross join lateral (
                select max(value) filter (where name = 'node') as node,
                    bool_or(name = 'phase' and value in ('Succeeded', 'Failed')) as has_ended,
                    max(value) filter (where name = 'labels') as labels
                from (
                    select distinct on (name) name, value
                    from gpu_ledger.attribute
                    where object_id = o.id and since <= asked.at and name in ('node', 'phase', 'labels')
                    order by name, since desc
                ) last
            ) told
        ) placed
        where node is not null and not has_ended
        """;
    private static final String RESIDENTS_THAT_MIND = RESIDENTS.formatted("inner");
    private static final String ALL_RESIDENTS = RESIDENTS.formatted("left");

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

    /// Returns the nodes, and of the pods on them nothing but what they take.
    List<Place> sums() throws DatabaseException {
        var nodes = nodes();
        readPods();
        readOthers();
        var places = new ArrayList<Place>();
        nodes.forEach((name, state) -> places.add(new Place(name, state, taken.getOrDefault(name, new TreeMap<>()))));
        return places;
    }

    /// @param each whether the pods are to be told one by one, all of them
    List<Place> places(boolean each) throws DatabaseException {
        return withResidents(sums(), each);
    }

    /// Adds the pods that are told one by one to nodes of which only sums are known.
    ///
    /// @param each whether these are all pods
    List<Place> withResidents(List<Place> sums, boolean each) throws DatabaseException {
        readResidents(each);
        return sums.stream()
                .map(place -> new Place(
                        place.name(), place.state(), place.taken(), residents.getOrDefault(place.name(), List.of())))
                .toList();
    }

    private SortedMap<String, NodeState> nodes() throws DatabaseException {
        var nodes = new TreeMap<String, NodeState>();
        new ClusterTables(reading.session())
                .nodes(cluster, at, at + 1)
                .forEach((name, states) -> states.at(at).ifPresent(state -> nodes.put(name, state)));
        return nodes;
    }

    private void readPods() throws DatabaseException {
        new Query<>(reading.session()).number(at).text(cluster).query(TAKEN, row -> {
            var node = row.text(1);
            var count = row.longNumber(3);
            add(node, "pods", count);
            row.texts(2).forEach(request -> {
                var end = request.lastIndexOf('=');
                Requested.resource(request.substring(0, end))
                        .ifPresent(resource -> Resource.amount(resource, request.substring(end + 1))
                                .ifPresent(one -> add(node, resource, one * count)));
            });
        });
    }

    private void readResidents(boolean each) throws DatabaseException {
        new Query<>(reading.session())
                .number(at)
                .number(at)
                .text(cluster)
                .query(
                        each ? ALL_RESIDENTS : RESIDENTS_THAT_MIND,
                        row -> residents
                                .computeIfAbsent(row.text(1), _ -> new ArrayList<>())
                                .add(resident(row.text(2), row.text(3), row.optionalText(4), row.optionalText(5))));
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
