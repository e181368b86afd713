package io.gpuledger.analyzer.store.placement;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.placement.Breaks;
import io.gpuledger.analyzer.placement.NodeHours;
import io.gpuledger.analyzer.placement.PlacementReport;
import io.gpuledger.analyzer.placement.WorkloadHours;
import io.gpuledger.analyzer.store.findings.FailureTables;
import io.gpuledger.analyzer.store.pods.RunPods;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;

/// Answers what packing and spreading have cost a fleet.
public final class PlacementTables {
    /// Hours that the books have not come to the end of, and those of before anybody summed up how nodes were
    /// shared, are left out.
    private static final String SUMMED = """
        select coalesce((select (extract(epoch from min(hour)) * 1000)::bigint from gpu_ledger.shared_node_sum), 0),
            coalesce((select (extract(epoch from max(until)) * 1000)::bigint from gpu_ledger.booked), 0)
        """;

    private static final String NODES = """
        select s.workloads::int, sum(s.nodes)::bigint, sum(s.millis)::bigint, sum(s.held_millis)::bigint,
            sum(s.stranded_millis)::bigint, sum(s.fragmented_millis)::bigint
        from gpu_ledger.shared_node_sum s
        join gpu_ledger.cluster c on c.id = s.cluster_id
        where c.name = coalesce(?, c.name)
            and s.hour >= 'epoch'::timestamptz + ? * interval '1 ms'
            and s.hour < 'epoch'::timestamptz + ? * interval '1 ms'
        group by s.workloads
        """;

    private static final String WORKLOADS = """
        select p.workload_id, p.nodes, p.least_nodes, p.hours, p.millis, p.used
        from (
            select workload_id, nodes, least_nodes, count(*) as hours, sum(millis)::bigint as millis,
                sum(used_millis)::bigint as used
            from gpu_ledger.workload_place
            where hour >= 'epoch'::timestamptz + ? * interval '1 ms'
                and hour < 'epoch'::timestamptz + ? * interval '1 ms'
            group by workload_id, nodes, least_nodes
        ) p
        join gpu_ledger.workload w on w.id = p.workload_id
        join gpu_ledger.cluster c on c.id = w.cluster_id
        where c.name = coalesce(?, c.name)
        """;

    private final ReadPool readPool;

    public PlacementTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Answers for the settled hours of a time. Throws [io.gpuledger.analyzer.store.postgres.CannotAskException] where
    /// the database gives no answer.
    ///
    /// @param wanted whole hours
    /// @param cluster the only one that is asked about, if one is
    public PlacementReport answer(Span wanted, Optional<String> cluster) {
        return readPool.ask(reading -> {
            var window = settled(reading.planningEach().session(), wanted);
            return window.isEmpty() ? nothing(window) : answer(reading, window, cluster);
        });
    }

    private static PlacementReport nothing(Span window) {
        return PlacementReport.of(window, List.of(), List.of(), List.of(), List.of());
    }

    private static PlacementReport answer(ReadSession reading, Span window, Optional<String> cluster)
            throws DatabaseException {
        var failures = FailureTables.failures(reading.session(), window, cluster);
        var breaks = new Breaks(window, failures);
        new RunPods(reading, window, cluster).read(hit(failures), breaks::add);
        var damages = new DamageRows(reading, window).of(failures, breaks.all());
        return PlacementReport.of(
                window,
                nodes(reading.session(), window, cluster),
                damages,
                workloads(reading.session(), window, cluster),
                LossRows.of(reading.session(), breaks.all()));
    }

    private static List<RunPods.Name> hit(List<Failure> failures) {
        return failures.stream()
                .flatMap(failure -> failure.pods().stream()
                        .map(pod -> new RunPods.Name(failure.node().cluster(), pod)))
                .toList();
    }

    private static Span settled(Session session, Span wanted) throws DatabaseException {
        return new Query<>(session).one(SUMMED, row -> {
            var since = row.longNumber(1);
            return wanted.within(new Span(since, Math.max(since, row.longNumber(2))));
        });
    }

    private static List<NodeHours> nodes(Session session, Span window, Optional<String> cluster)
            throws DatabaseException {
        return new Query<>(session)
                .optionalText(cluster)
                .number(window.from())
                .number(window.to())
                .list(
                        NODES,
                        row -> new NodeHours(
                                row.number(1),
                                row.longNumber(2),
                                row.longNumber(3),
                                row.longNumber(4),
                                row.longNumber(5),
                                row.longNumber(6)));
    }

    private static List<WorkloadHours> workloads(Session session, Span window, Optional<String> cluster)
            throws DatabaseException {
        return new Query<>(session)
                .number(window.from())
                .number(window.to())
                .optionalText(cluster)
                .list(
                        WORKLOADS,
                        row -> new WorkloadHours(
                                row.number(1),
                                row.number(2),
                                row.number(3),
                                row.longNumber(4),
                                row.longNumber(5),
                                row.longNumber(6)));
    }
}
