package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.cluster.FabricLabels;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.failures.Cause;
import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.failures.FailureReport;
import io.gpuledger.analyzer.failures.FleetNode;
import io.gpuledger.analyzer.failures.Variant;
import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
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
        from unnest(?::text[], ?::text[]) as failing (kind, severity)
        join gpu_ledger.finding f on f.kind = failing.kind and f.severity = failing.severity
        where f.cluster = coalesce(?, f.cluster)
            and f.opened < 'epoch'::timestamptz + ? * interval '1 ms'
            and (f.closed is null or f.closed > 'epoch'::timestamptz + ? * interval '1 ms')
        """.formatted(FindingRows.COLUMNS);

    private static final long DAY_MILLIS = 86_400_000;

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
            var failures = failures(session, window, cluster);
            return FailureReport.of(window, nodes(session, window, cluster), failures, HitJobs.of(session, failures));
        });
    }

    /// Answers for the same what GPUs of a model differ in, and how often the nodes fail that are alike.
    public List<Variant> variants(Span window, Optional<String> cluster) {
        return readPool.ask(reading -> {
            var session = reading.session();
            var failures = failures(session, window, cluster);
            return Variant.of(window, new TraitTables(session).of(window, cluster), failures);
        });
    }

    /// Reads the failures that began within a time, the first first.
    public static List<Failure> failures(Session session, Span window, Optional<String> cluster)
            throws DatabaseException {
        return Failure.of(window, findings(session, window, cluster));
    }

    /// Those of the day before are read as well: a failure that began then goes on with what opened later.
    private static List<Finding> findings(Session session, Span window, Optional<String> cluster)
            throws DatabaseException {
        return new Query<>(session, Cause.signs())
                        .texts(sign -> sign.kind().word())
                        .texts(sign -> sign.severity().word())
                        .optionalText(cluster)
                        .number(window.to())
                        .number(window.from() - DAY_MILLIS)
                        .list(FINDINGS, row -> FindingRows.read(row, 1))
                        .stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    private static List<FleetNode> nodes(Session session, Span window, Optional<String> cluster)
            throws DatabaseException {
        Map<OfNode, List<Span>> places = new HashMap<>();
        new Query<>(session)
                .optionalText(cluster)
                .number(window.from())
                .number(window.to())
                .query(PLACES, row -> {
                    var since = row.longNumber(3);
                    var span = new Span(since, Math.max(since, row.longNumber(4))).within(window);
                    places.computeIfAbsent(new OfNode(row.text(1), row.text(2)), _ -> new ArrayList<>())
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

    private static Map<OfNode, SortedMap<String, String>> fabrics(Session session, Span window)
            throws DatabaseException {
        Map<OfNode, SortedMap<String, String>> fabrics = new HashMap<>();
        new Query<>(session)
                .number(window.from())
                .number(window.to())
                .query(
                        LABELS,
                        row -> fabrics.put(
                                new OfNode(row.text(1), row.text(2)), FabricLabels.of(Pairs.of(row.text(3)))));
        return fabrics;
    }
}
