package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.cluster.FabricLabels;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.failures.FailureReport;
import io.gpuledger.analyzer.failures.FleetNode;
import io.gpuledger.analyzer.failures.Job;
import io.gpuledger.analyzer.failures.NodeName;
import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/// Answers how often the hardware of a fleet fails, which nodes do more than others, and what failed together.
public final class FailureTables {
    /// A GPU is on its node until it is told of on another one, or for an hour after it was told of last.
    private static final String PLACES = """
        select c.name, n.name, (extract(epoch from p.since) * 1000)::bigint,
            (extract(epoch from least(p.next, g.last_seen + interval '1 hour')) * 1000)::bigint
        from (select gpu_id, node_id, since, lead(since) over (partition by gpu_id order by since) as next
            from gpu_ledger.gpu_placement) p
        join gpu_ledger.gpu g on g.id = p.gpu_id
        join gpu_ledger.node n on n.id = p.node_id
        join gpu_ledger.cluster c on c.id = n.cluster_id
        where c.name = coalesce(?, c.name)
            and g.last_seen + interval '1 hour' > 'epoch'::timestamptz + ? * interval '1 ms'
            and p.since < 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    private static final String LABELS = """
        select c.name, o.name, l.value
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'node'
            and coalesce(o.gone, 'infinity'::timestamptz) > 'epoch'::timestamptz + ? * interval '1 ms'
        cross join lateral (
            select value
            from gpu_ledger.attribute
            where object_id = o.id and name = 'labels' and since < 'epoch'::timestamptz + ? * interval '1 ms'
            order by since desc
            limit 1) l
        where l.value is not null
        """;

    private static final String FINDINGS = """
        select %s
        from gpu_ledger.finding f
        where f.severity <> 'info' and f.cluster = coalesce(?, f.cluster)
            and f.opened < 'epoch'::timestamptz + ? * interval '1 ms'
            and (f.closed is null or f.closed > 'epoch'::timestamptz + ? * interval '1 ms')
        """.formatted(FindingRows.COLUMNS);

    /// A workload is on as many nodes as have its entries in the hour in which it was hit.
    private static final String JOBS = """
        with hit as (
            select distinct c.name as cluster, o.workload_id, hit.pod, hit.hour
            from (
                select cluster, pod, date_trunc('hour', 'epoch'::timestamptz + millis * interval '1 ms') as hour
                from unnest(?::text[], ?::text[], ?::bigint[]) as given (cluster, pod, millis)) hit
            join gpu_ledger.cluster c on c.name = hit.cluster
            join gpu_ledger.owner o on o.cluster_id = c.id and o.namespace = split_part(hit.pod, '/', 1)
                and o.pod = split_part(hit.pod, '/', 2)),
        wide as (
            select hours.workload_id, max(spread.nodes) as nodes
            from (select distinct workload_id, hour from hit) hours
            cross join lateral (
                select count(distinct e.node_id) as nodes
                from gpu_ledger.owner o
                join gpu_ledger.entry e on e.owner_id = o.id and e.hour = hours.hour
                where o.workload_id = hours.workload_id) spread
            group by 1)
        select hit.cluster, w.namespace || '/' || w.kind || '/' || w.name, wide.nodes, array_agg(distinct hit.pod)
        from hit
        join wide on wide.workload_id = hit.workload_id
        join gpu_ledger.workload w on w.id = hit.workload_id
        group by 1, 2, 3
        having wide.nodes > 1
        """;

    private final ReadPool readPool;

    public FailureTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Answers for a time, which ends at the latest now. Throws `CannotAskException` where the database gives no
    /// answer.
    ///
    /// @param cluster the only one that is asked about, if one is
    public FailureReport answer(Span window, Optional<String> cluster) {
        return readPool.ask(reading -> {
            var session = reading.session();
            var findings = findings(session, window, cluster);
            return FailureReport.of(window, nodes(session, window, cluster), findings, jobs(session, findings));
        });
    }

    private static List<Finding> findings(Session session, Span window, Optional<String> cluster)
            throws DatabaseException {
        return new Query<>(session)
                        .optionalText(cluster)
                        .number(window.to())
                        .number(window.from())
                        .list(FINDINGS, row -> FindingRows.read(row, 1))
                        .stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    private static List<FleetNode> nodes(Session session, Span window, Optional<String> cluster)
            throws DatabaseException {
        Map<NodeName, List<Span>> places = new HashMap<>();
        new Query<>(session)
                .optionalText(cluster)
                .number(window.from())
                .number(window.to())
                .query(PLACES, row -> {
                    var since = row.longNumber(3);
                    var span = new Span(since, Math.max(since, row.longNumber(4))).within(window);
                    places.computeIfAbsent(new NodeName(row.text(1), row.text(2)), _ -> new ArrayList<>())
                            .add(span);
                });
        var fabrics = fabrics(session, window);
        var nodes = new ArrayList<FleetNode>();
        places.forEach((name, spans) -> {
            var millis = Span.union(spans).stream().mapToLong(Span::millis).sum();
            if (millis > 0) {
                nodes.add(new FleetNode(name, millis, fabrics.getOrDefault(name, Collections.emptySortedMap())));
            }
        });
        return nodes;
    }

    private static Map<NodeName, SortedMap<String, String>> fabrics(Session session, Span window)
            throws DatabaseException {
        Map<NodeName, SortedMap<String, String>> fabrics = new HashMap<>();
        new Query<>(session)
                .number(window.from())
                .number(window.to())
                .query(
                        LABELS,
                        row -> fabrics.put(
                                new NodeName(row.text(1), row.text(2)), FabricLabels.of(Pairs.of(row.text(3)))));
        return fabrics;
    }

    private static List<Job> jobs(Session session, List<Finding> findings) throws DatabaseException {
        record Hit(String cluster, String pod, long millis) {}
        var hits = findings.stream()
                .flatMap(finding -> finding.holders().stream()
                        .map(pod -> new Hit(finding.key().subject().cluster(), pod, finding.opened())))
                .distinct()
                .toList();
        return new Query<>(session, hits)
                .texts(Hit::cluster)
                .texts(Hit::pod)
                .numbers(Hit::millis)
                .list(JOBS, row -> new Job(row.text(1), row.text(2), new HashSet<>(row.texts(4)), row.number(3)));
    }
}
