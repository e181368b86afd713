package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads what the pods of workloads say of themselves, of pods that held anything since the window began.
final class WorkloadPods {
    private static final String OURS = "gpu_ledger_io_";
    private static final String OWNERS = """
        (
            select workload_id, cluster_id, namespace, pod, uid from gpu_ledger.owner
            where workload_id = any (?) and last_booked >= to_timestamp(? / 1000.0)
        ) o
        """;
    private static final String CONTAINERS = """
        select distinct o.workload_id, h.container
        from %s
        join gpu_ledger.holder h on h.cluster_id = o.cluster_id and h.namespace = o.namespace and h.pod = o.pod
            and coalesce(h.pod_uid = o.uid, true)
        order by 1, 2
        """.formatted(OWNERS);
    /// The names of objects have a collation of their own, and so has their index.
    private static final String ANNOTATIONS = """
        select distinct on (o.workload_id) o.workload_id, a.value
        from %s
        join gpu_ledger.object p on p.cluster_id = o.cluster_id and p.kind = 'pod'
            and p.namespace = o.namespace collate "C" and p.name = o.pod collate "C"
            and (o.uid is null or p.uid = o.uid collate "C")
        join gpu_ledger.attribute a on a.object_id = p.id and a.name = 'annotations'
            and a.since < to_timestamp(? / 1000.0)
        order by o.workload_id, a.since desc, p.id desc
        """.formatted(OWNERS);

    private final Map<Integer, List<String>> containers = new HashMap<>();
    private final Map<Integer, Map<String, String>> annotations = new HashMap<>();

    private WorkloadPods() {}

    static WorkloadPods of(ReadSession reading, Collection<Integer> workloads, Span window) throws DatabaseException {
        var pods = new WorkloadPods();
        new Query<>(reading.session())
                .numberArray(workloads)
                .number(window.from())
                .query(
                        CONTAINERS,
                        row -> pods.containers
                                .computeIfAbsent(row.number(1), _ -> new ArrayList<>())
                                .add(row.text(2)));
        new Query<>(reading.session())
                .numberArray(workloads)
                .number(window.from())
                .number(window.to())
                .query(
                        ANNOTATIONS,
                        row -> pods.annotations.put(
                                row.number(1), ours(row.optionalText(2).orElse(""))));
        return pods;
    }

    private static Map<String, String> ours(String text) {
        var pairs = Pairs.of(text);
        pairs.keySet().removeIf(name -> !name.startsWith(OURS));
        return pairs;
    }

    List<String> containers(int workload) {
        return containers.getOrDefault(workload, List.of());
    }

    Map<String, String> annotations(int workload) {
        return annotations.getOrDefault(workload, Map.of());
    }
}
