package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.admission.Fact;
import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.admission.GroupName;
import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Member;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Reads what was told of a cluster's queues, groups and nodes in the making by an instant: where somebody waits, and
/// as far as it may keep those who wait.
final class FactRows {
    private static final List<Kind> OF_MAKING = List.of(Kind.NODE_CLAIM, Kind.SCALE_UP);
    private static final List<Kind> OF_CREATION = List.of(Kind.LIMIT_RANGE, Kind.RESOURCE_QUOTA, Kind.PRIORITY_CLASS);
    private static final List<Kind> OF_KUEUE =
            List.of(Kind.COHORT, Kind.CLUSTER_QUEUE, Kind.LOCAL_QUEUE, Kind.WORKLOAD);
    private static final List<Kind> OF_GROUPS = List.of(
            Kind.GROUP_PODS,
            Kind.VOLCANO_GROUP,
            Kind.COSCHEDULING_GROUP,
            Kind.KAI_GROUP,
            Kind.VOLCANO_QUEUE,
            Kind.KAI_QUEUE);

    private static final String TOLD = """
        select o.id, o.kind, o.namespace, o.name, a.name, (extract(epoch from a.since) * 1000)::bigint, a.value
        from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
        join gpu_ledger.cluster c on c.name = ?
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = any(?)
            and coalesce(o.gone, 'infinity'::timestamptz) > asked.at and o.first_seen <= asked.at
        cross join lateral (
            select distinct on (name) name, since, value
            from gpu_ledger.attribute
            where object_id = o.id and since <= asked.at
            order by name, since desc
        ) a
        where a.value is not null
        order by o.id
        """;
    /// A pod that has done its work counts, and one that failed does not.
    private static final String PLACED = """
        select o.namespace, told.member, count(*)
        from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
        join gpu_ledger.cluster c on c.name = ?
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod' and o.namespace = any(?)
            and coalesce(o.gone, 'infinity'::timestamptz) > asked.at and o.first_seen <= asked.at
        cross join lateral (
            select (array_agg(value order by since desc) filter (where name = 'group'))[1] as member,
                (array_agg(value order by since desc) filter (where name = 'node'))[1] as node,
                (array_agg(value order by since desc) filter (where name = 'phase'))[1] as phase
            from gpu_ledger.attribute
            where object_id = o.id and since <= asked.at and name in ('group', 'node', 'phase')
        ) told
        where told.member is not null and told.node is not null and coalesce(told.phase, '') <> 'Failed'
        group by 1, 2
        """;

    private record Id(String kind, String namespace, String name) {}

    private static final class Draft {
        private final Id id;
        private final SortedMap<String, String> attributes = new TreeMap<>();
        private final Map<String, Long> since = new HashMap<>();

        private Draft(Id id) {
            this.id = id;
        }

        private void put(String attribute, long millis, String value) {
            attributes.put(attribute, value);
            since.put(attribute, millis);
        }

        private Fact fact() {
            return new Fact(id.namespace(), id.name(), attributes, since);
        }
    }

    private final ReadSession reading;
    private final String cluster;
    private final long at;

    /// @param at the instant, in milliseconds since 1970
    FactRows(ReadSession reading, String cluster, long at) {
        this.reading = reading;
        this.cluster = cluster;
        this.at = at;
    }

    /// @param pods those that wait
    Facts facts(List<WaitingPod> pods) throws DatabaseException {
        return pods.isEmpty() ? Facts.none() : new Facts(at, told(kinds(pods)), placed(pods));
    }

    /// Returns the same for pods that are not made yet, too.
    ///
    /// @param pods those that wait
    Facts factsOfProposals(List<WaitingPod> pods) throws DatabaseException {
        var kinds = kinds(pods);
        kinds.addAll(OF_CREATION);
        return new Facts(at, told(kinds), placed(pods));
    }

    private static List<Kind> kinds(List<WaitingPod> pods) {
        var kinds = new ArrayList<>(OF_MAKING);
        if (pods.stream().anyMatch(pod -> !pod.gates().isEmpty())) {
            kinds.addAll(OF_KUEUE);
        }
        if (pods.stream().anyMatch(pod -> pod.member().isPresent())) {
            kinds.addAll(OF_GROUPS);
        }
        return kinds;
    }

    Map<Kind, List<Fact>> told(List<Kind> kinds) throws DatabaseException {
        Map<Integer, Draft> drafts = new LinkedHashMap<>();
        new Query<>(reading.session())
                .number(at)
                .text(cluster)
                .textArray(kinds.stream().map(Kind::word).toList())
                .query(TOLD, row -> {
                    var id = new Id(row.text(2), row.text(3), row.text(4));
                    drafts.computeIfAbsent(row.number(1), _ -> new Draft(id))
                            .put(row.text(5), row.longNumber(6), row.text(7));
                });
        return drafts.values().stream()
                .collect(Collectors.groupingBy(
                        draft -> Kind.ofWord(draft.id.kind()).orElseThrow(),
                        Collectors.mapping(Draft::fact, Collectors.toList())));
    }

    private Map<GroupName, Long> placed(List<WaitingPod> pods) throws DatabaseException {
        var waiting = pods.stream()
                .flatMap(pod -> pod.member().stream())
                .map(Member::group)
                .collect(Collectors.toSet());
        var placed = new HashMap<GroupName, Long>();
        if (!waiting.isEmpty()) {
            var namespaces =
                    waiting.stream().map(GroupName::namespace).distinct().toList();
            new Query<>(reading.session())
                    .number(at)
                    .text(cluster)
                    .textArray(namespaces)
                    .query(PLACED, row -> {
                        var count = row.longNumber(3);
                        GroupName.of(row.text(1), row.text(2)).ifPresent(group -> placed.put(group, count));
                    });
        }
        placed.keySet().retainAll(waiting);
        return placed;
    }
}
