package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.interruption.Interruption;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Adds to pods that had a node what took them from it, if anything did.
///
/// Kubernetes says of a pod that it is a target of a disruption, and why; a kubelet says why a pod failed that it
/// evicted. Kueue says of a workload that it is evicted, and lets its Job delete the pods: a pod of it that is gone
/// within ten minutes, and did not succeed, was interrupted by that.
final class RanRows {
    private static final long KUEUE_REACH = Duration.ofMinutes(10).toMillis();
    /// The normal name of the annotation by which a pod says until when its work is saved.
    private static final String CHECKPOINT = "gpu_ledger_io_checkpoint";

    /// A condition may be so several times. Why it is, is told with it or soon after.
    private static final String EVICTED = """
        select c.name, o.namespace, owner.value, (extract(epoch from e.since) * 1000)::bigint, why.value, how.value
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'workload'
        cross join lateral (
            select since, lead(since, 1, 'infinity') over (order by since) as next
            from gpu_ledger.attribute
            where object_id = o.id and name = 'condition.Evicted' and value = 'true'
        ) e
        cross join lateral (
            select value from gpu_ledger.attribute
            where object_id = o.id and name = 'owner' and value is not null
            order by since desc
            limit 1
        ) owner
        left join lateral (
            select value from gpu_ledger.attribute
            where object_id = o.id and name = 'reason.Evicted' and value is not null and since < e.next
            order by since desc
            limit 1
        ) why on true
        left join lateral (
            select value from gpu_ledger.attribute
            where object_id = o.id and name = 'reason.Preempted' and value is not null and since < e.next
            order by since desc
            limit 1
        ) how on true
        where e.since >= 'epoch'::timestamptz + ? * interval '1 ms'
            and e.since < 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    @FunctionalInterface
    interface Each {
        void accept(SeenPod pod, Run run, Optional<Workload> workload) throws DatabaseException;
    }

    private final Map<Workload, NavigableMap<Long, String>> evicted = new HashMap<>();

    private RanRows() {}

    static RanRows of(Session session, Span window) throws DatabaseException {
        var rows = new RanRows();
        new Query<>(session)
                .number(window.from() - KUEUE_REACH)
                .number(window.to())
                .query(
                        EVICTED,
                        row -> rows.evicted
                                .computeIfAbsent(
                                        new Workload(row.text(1), row.text(2), row.text(3)), _ -> new TreeMap<>())
                                .put(row.longNumber(4), reason(row)));
        return rows;
    }

    private static String reason(ResultRow row) throws DatabaseException {
        var why = row.optionalText(5).orElse("Evicted");
        return "Kueue/" + (why.equals("Preempted") ? row.optionalText(6).orElse(why) : why);
    }

    /// Hands over a pod that came to a node, with what became of it there.
    ///
    /// @param row of which the columns from the first one on are those of what ran
    /// @param first the number of that column
    void hand(SeenPod pod, long gpus, ResultRow row, int first, Each each) throws DatabaseException {
        var placed = pod.course().at(Stage.SCHEDULED);
        if (placed.isPresent()) {
            var workload = row.optionalText(first).map(owner -> new Workload(pod.cluster(), pod.namespace(), owner));
            var run = new Run(
                    gpus,
                    placed.get(),
                    pod.course().at(Stage.RUNNING),
                    pod.course().end(),
                    interruption(pod, workload, row, first));
            each.accept(pod, run, workload);
        }
    }

    private Optional<Interruption> interruption(SeenPod pod, Optional<Workload> workload, ResultRow row, int first)
            throws DatabaseException {
        var saved = row.optionalText(first + 4).flatMap(RanRows::saved);
        var at = row.optionalLongNumber(first + 1);
        if (at.isPresent()) {
            return pod.eviction().map(reason -> new Interruption(at.get(), reason, saved));
        }
        return row.isTrue(first + 3)
                ? Optional.empty()
                : workload.flatMap(name -> byKueue(name, pod.course().end(), saved));
    }

    private Optional<Interruption> byKueue(Workload workload, Optional<Long> end, Optional<Long> saved) {
        return end.flatMap(millis -> Optional.ofNullable(evicted.get(workload))
                .flatMap(of -> Optional.ofNullable(of.floorEntry(millis)))
                .filter(eviction -> eviction.getKey() + KUEUE_REACH > millis)
                .map(eviction -> new Interruption(millis, eviction.getValue(), saved)));
    }

    private static Optional<Long> saved(String annotations) {
        return Optional.ofNullable(Pairs.of(annotations).get(CHECKPOINT)).flatMap(Instants::millis);
    }
}
