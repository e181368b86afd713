package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.interruption.Gang;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.store.pods.GangTables.Answer;
import io.gpuledger.analyzer.store.pods.GangTables.Row;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Puts pods together that work on one thing: those of one workload, whatever makes them in between.
public final class GangRows {
    /// Their pods serve or are made anew for ever, and do not work on one thing together.
    private static final Set<String> OF_OTHER_KINDS = Set.of(
            "CronJob",
            "DaemonSet",
            "Deployment",
            "InferenceService",
            "Notebook",
            "RayService",
            "ReplicaSet",
            "ReplicationController",
            "StatefulSet");

    private static final Comparator<Row> ORDER = Comparator.comparingLong(
                    (Row row) -> row.gang().elapsedMillis())
            .reversed()
            .thenComparing(row -> row.workload().toString());

    /// Finds for each maker of pods the last of those who made it: a JobSet has Jobs, and these make the pods.
    private static final String TOPS = """
        with recursive chain as (
            select asked.cluster, asked.namespace, asked.owner as first, asked.owner collate "C" as maker, 1 as level
            from unnest(?::text[], ?::text[], ?::text[]) as asked (cluster, namespace, owner)
            union all
            select chain.cluster, chain.namespace, chain.first, up.value, chain.level + 1
            from chain
            join gpu_ledger.cluster c on c.name = chain.cluster
            join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'controller'
                and o.namespace = chain.namespace and o.name = chain.maker and o.uid = ''
            cross join lateral (
                select value from gpu_ledger.attribute
                where object_id = o.id and name = 'owner' and value is not null
                order by since desc
                limit 1) up
            where chain.level < 8)
        select distinct on (cluster, namespace, first) cluster, namespace, first, maker
        from chain
        order by cluster, namespace, first, level desc
        """;

    private record Ran(String team, Run run) {}

    private final PodQuestion question;
    private final Map<Workload, List<Ran>> byMaker = new HashMap<>();

    /// Begins without pods.
    ///
    /// @param question what rows are told apart by does not count
    public GangRows(PodQuestion question) {
        this.question = question;
    }

    void add(SeenPod pod, Run run, Optional<Workload> maker) {
        if (question.wants(pod)) {
            maker.ifPresent(name ->
                    byMaker.computeIfAbsent(name, _ -> new ArrayList<>()).add(new Ran(pod.team(), run)));
        }
    }

    /// Returns the workloads of the pods that were added, once all of them are.
    ///
    /// @param gpus how many GPUs a workload has to have had at once, at least
    public Answer answer(Session session, int gpus) throws DatabaseException {
        Map<Workload, List<Ran>> byTop = new HashMap<>();
        var tops = tops(byMaker.keySet(), session);
        byMaker.forEach((maker, ran) -> byTop.computeIfAbsent(tops.getOrDefault(maker, maker), _ -> new ArrayList<>())
                .addAll(ran));
        var rows = new ArrayList<Row>();
        byTop.forEach((workload, ran) -> {
            if (isGang(workload)) {
                gang(ran)
                        .filter(gang -> gang.gpus() >= gpus)
                        .ifPresent(gang -> rows.add(new Row(ran.getLast().team(), workload, gang)));
            }
        });
        rows.sort(ORDER);
        return new Answer(
                rows.stream().skip(question.skip()).limit(question.limit()).toList(), rows.size());
    }

    private static Map<Workload, Workload> tops(Collection<Workload> makers, Session session) throws DatabaseException {
        Map<Workload, Workload> tops = new HashMap<>();
        new Query<>(session, makers)
                .texts(Workload::cluster)
                .texts(Workload::namespace)
                .texts(Workload::owner)
                .query(TOPS, row -> {
                    var cluster = row.text(1);
                    var namespace = row.text(2);
                    tops.put(
                            new Workload(cluster, namespace, row.text(3)),
                            new Workload(cluster, namespace, row.text(4)));
                });
        return tops;
    }

    private static boolean isGang(Workload workload) {
        var slash = workload.owner().indexOf('/');
        return !OF_OTHER_KINDS.contains(workload.owner().substring(0, Math.max(0, slash)));
    }

    private Optional<Gang> gang(List<Ran> ran) {
        return Gang.of(question.window(), ran.stream().map(Ran::run).toList());
    }
}
