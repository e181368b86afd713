package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/// Finds the pods that something may have taken from their nodes: few of all. Which of them it did take is found out of
/// what became of them.
final class TakenPods {
    private static final String EVICTED = """
        select o.id
        %sjoin gpu_ledger.attribute eviction on eviction.object_id = o.id and eviction.name = 'eviction'
            and eviction.value is not null
        """.formatted(LivedPods.FROM);

    private static final String NAMED = """
        select o.id
        from unnest(?::text[], ?::text[]) as named (cluster, pod)
        join gpu_ledger.cluster c on c.name = named.cluster
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
            and o.namespace = split_part(named.pod, '/', 1) and o.name = split_part(named.pod, '/', 2)
        """;

    private static final String MADE = """
        select o.id
        from unnest(?::text[], ?::text[], ?::text[]) as made (cluster, namespace, owner)
        join (
            select o.id, c.name as cluster, o.namespace, owner.value as owner
            %sjoin gpu_ledger.attribute owner on owner.object_id = o.id and owner.name = 'owner'
                and owner.value is not null
        ) o on o.cluster = made.cluster and o.namespace = made.namespace and o.owner = made.owner
        """.formatted(LivedPods.FROM);

    private TakenPods() {}

    /// Returns them by their numbers.
    ///
    /// @param hit by failures of hardware
    /// @param makers those that Kueue evicted
    static Set<Integer> of(Session session, LivedPods lived, Collection<RunPods.Name> hit, Collection<Workload> makers)
            throws DatabaseException {
        var pods = new HashSet<Integer>();
        lived.ask(new Query<>(session)).query(EVICTED, row -> pods.add(row.number(1)));
        new Query<>(session, hit)
                .texts(RunPods.Name::cluster)
                .texts(RunPods.Name::pod)
                .query(NAMED, row -> pods.add(row.number(1)));
        lived.ask(new Query<>(session, makers)
                        .texts(Workload::cluster)
                        .texts(Workload::namespace)
                        .texts(Workload::owner))
                .query(MADE, row -> pods.add(row.number(1)));
        return pods;
    }
}
