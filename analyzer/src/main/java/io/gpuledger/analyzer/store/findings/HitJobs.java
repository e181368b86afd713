package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.failures.Job;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads which workloads failures have hit. How many nodes a workload is on takes long to ask, so that is asked only of
/// those that were hit on enough nodes to have something in common.
final class HitJobs {
    private static final String OWNED = """
        select hit.cluster, hit.pod, w.id, w.namespace || '/' || w.kind || '/' || w.name
        from unnest(?::text[], ?::text[]) as hit (cluster, pod)
        join gpu_ledger.cluster c on c.name = hit.cluster
        join gpu_ledger.owner o on o.cluster_id = c.id and o.namespace = split_part(hit.pod, '/', 1)
            and o.pod = split_part(hit.pod, '/', 2)
        join gpu_ledger.workload w on w.id = o.workload_id
        """;

    /// A workload is on as many nodes as have its entries in an hour in which it was hit.
    private static final String WIDE = """
        select asked.id, count(distinct e.node_id)
        from unnest(?::bigint[], ?::bigint[]) as asked (id, millis)
        join gpu_ledger.owner o on o.workload_id = asked.id
        join gpu_ledger.entry e on e.owner_id = o.id
            and e.hour = date_trunc('hour', 'epoch'::timestamptz + asked.millis * interval '1 ms')
        group by asked.id, e.hour
        """;

    private record Pod(String cluster, String name) {}

    private record HitHour(long workload, long millis) {}

    /// A workload with the failures that have hit it.
    private record Hit(String cluster, String name, Set<String> pods, List<Failure> failures) {
        boolean isOnSeveralNodes() {
            return failures.stream().map(Failure::node).distinct().count() >= Job.LEAST_NODES;
        }
    }

    private HitJobs() {}

    /// Returns those that were hit on enough nodes.
    static List<Job> of(Session session, List<Failure> failures) throws DatabaseException {
        var hits = hits(session, failures);
        hits.values().removeIf(hit -> !hit.isOnSeveralNodes());
        var widths = widths(session, hits);
        var jobs = new ArrayList<Job>();
        hits.forEach((id, hit) -> Optional.ofNullable(widths.get(id))
                .ifPresent(width -> jobs.add(new Job(hit.cluster(), hit.name(), hit.pods(), width))));
        return jobs;
    }

    private static Map<Long, Hit> hits(Session session, List<Failure> failures) throws DatabaseException {
        Map<Pod, List<Failure>> byPod = new HashMap<>();
        for (var failure : failures) {
            failure.pods()
                    .forEach(
                            pod -> byPod.computeIfAbsent(new Pod(failure.node().cluster(), pod), _ -> new ArrayList<>())
                                    .add(failure));
        }
        Map<Long, Hit> hits = new HashMap<>();
        new Query<>(session, byPod.keySet())
                .texts(Pod::cluster)
                .texts(Pod::name)
                .query(OWNED, row -> {
                    var pod = new Pod(row.text(1), row.text(2));
                    var name = row.text(4);
                    var hit = hits.computeIfAbsent(
                            row.longNumber(3), _ -> new Hit(pod.cluster(), name, new HashSet<>(), new ArrayList<>()));
                    if (hit.pods().add(pod.name())) {
                        hit.failures().addAll(byPod.getOrDefault(pod, List.of()));
                    }
                });
        return hits;
    }

    private static Map<Long, Integer> widths(Session session, Map<Long, Hit> hits) throws DatabaseException {
        Collection<HitHour> asked = new HashSet<>();
        hits.forEach((id, hit) -> hit.failures().forEach(failure -> asked.add(new HitHour(id, Hour.of(failure.at())))));
        Map<Long, Integer> widths = new HashMap<>();
        if (!asked.isEmpty()) {
            new Query<>(session, asked)
                    .numbers(HitHour::workload)
                    .numbers(HitHour::millis)
                    .query(WIDE, row -> widths.merge(row.longNumber(1), row.number(2), Math::max));
        }
        return widths;
    }
}
