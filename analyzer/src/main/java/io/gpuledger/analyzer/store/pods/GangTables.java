package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.interruption.Gang;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Answers how much of their time workloads that run on many GPUs at once were at work on all of them.
public final class GangTables {
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

    /// A JobSet has Jobs, and these make the pods: of each maker of pods, the last of those who made it.
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

    private final ReadPool readPool;
    private final Teams teams;

    /// A workload, and what became of it.
    public record Row(String team, Workload workload, Gang gang) {}

    /// Says how workloads fared.
    ///
    /// @param rows those of the most GPU time first
    /// @param count of rows, with those that the limit left out
    public record Answer(List<Row> rows, int count) {
        public Answer {
            rows = List.copyOf(rows);
        }
    }

    private record Ran(String team, Run run) {}

    /// @param teams by which the books find out who pays
    public GangTables(Database database, Teams teams) {
        this.readPool = database.readPool();
        this.teams = teams;
    }

    /// Answers one question; what rows are told apart by does not count. Throws [CannotAskException].
    ///
    /// @param gpus how many GPUs a workload has to have had at once, at least
    public Answer answer(PodQuestion question, int gpus) {
        if (question.window().isEmpty()) {
            return new Answer(List.of(), 0);
        }
        return readPool.ask(reading -> {
            Map<Workload, List<Ran>> byMaker = new HashMap<>();
            new PodRows(reading.planningEach().session(), teams).ran(question.window(), (pod, run, workload) -> {
                reading.requireTime();
                if (question.wants(pod)) {
                    workload.ifPresent(maker -> byMaker.computeIfAbsent(maker, _ -> new ArrayList<>())
                            .add(new Ran(pod.team(), run)));
                }
            });
            Map<Workload, List<Ran>> byTop = new HashMap<>();
            var tops = tops(byMaker.keySet(), reading.session());
            byMaker.forEach(
                    (maker, ran) -> byTop.computeIfAbsent(tops.getOrDefault(maker, maker), _ -> new ArrayList<>())
                            .addAll(ran));
            return answer(question, gpus, byTop);
        });
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

    private static Answer answer(PodQuestion question, int gpus, Map<Workload, List<Ran>> byTop) {
        var rows = new ArrayList<Row>();
        byTop.forEach((workload, ran) -> {
            if (isGang(workload)) {
                gang(question, ran)
                        .filter(gang -> gang.gpus() >= gpus)
                        .ifPresent(gang -> rows.add(new Row(ran.getLast().team(), workload, gang)));
            }
        });
        rows.sort(ORDER);
        return new Answer(
                rows.stream().skip(question.skip()).limit(question.limit()).toList(), rows.size());
    }

    private static boolean isGang(Workload workload) {
        var slash = workload.owner().indexOf('/');
        return !OF_OTHER_KINDS.contains(workload.owner().substring(0, Math.max(0, slash)));
    }

    private static Optional<Gang> gang(PodQuestion question, List<Ran> ran) {
        return Gang.of(question.window(), ran.stream().map(Ran::run).toList());
    }
}
