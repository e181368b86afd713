package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.interruption.Gang;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.store.pods.GangTables.Answer;
import io.gpuledger.analyzer.store.pods.GangTables.Row;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    /// This is known of the pods that are added.
    private static final Set<PodDimension> WHERE = Set.of(PodDimension.CLUSTER, PodDimension.NAMESPACE);

    private static final Comparator<Found> ORDER = Comparator.comparingLong(
                    (Found found) -> found.gang().elapsedMillis())
            .reversed()
            .thenComparing(found -> found.workload().toString());

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

    /// A pod of a workload, and what became of it.
    private record Ran(int object, Run run) {}

    private record Found(Workload workload, Gang gang, int last) {
        Row row(Map<Integer, String> teams) {
            return new Row(Objects.requireNonNull(teams.get(last), "a pod that is not there"), workload, gang);
        }
    }

    private final PodQuestion question;
    private final Span window;
    private final Map<Workload, List<Ran>> byMaker = new HashMap<>();

    /// Begins without pods.
    ///
    /// @param question what rows are told apart by does not count
    /// @param window in which the pods were on nodes that are added
    public GangRows(PodQuestion question, Span window) {
        this.question = question;
        this.window = window;
    }

    /// @param object the number of the pod
    /// @param maker who made it
    void add(int object, Workload maker, Run run) {
        if (question.wants(PodDimension.CLUSTER, maker.cluster())
                && question.wants(PodDimension.NAMESPACE, maker.namespace())) {
            byMaker.computeIfAbsent(maker, _ -> new ArrayList<>()).add(new Ran(object, run));
        }
    }

    /// Returns the workloads of the pods that were added, once all of them are.
    ///
    /// @param teams by which the books find out who pays
    /// @param gpus how many GPUs a workload has to have had at once, at least
    public Answer answer(Session session, Teams teams, int gpus) throws DatabaseException {
        var pods = new PodRows(session, teams);
        var large = large(session, gpus);
        keepWanted(large.values(), pods);
        var found = new ArrayList<Found>();
        large.forEach((workload, ran) -> gang(ran)
                .filter(gang -> gang.gpus() >= gpus)
                .ifPresent(gang ->
                        found.add(new Found(workload, gang, ran.getLast().object()))));
        found.sort(ORDER);
        var shown = found.stream().skip(question.skip()).limit(question.limit()).toList();
        var payers = pods.teams(shown.stream().map(Found::last).toList(), window);
        return new Answer(shown.stream().map(one -> one.row(payers)).toList(), found.size());
    }

    /// Returns the pods of each workload that may have had so many GPUs at once: those of all others need not be looked
    /// at any more.
    private Map<Workload, List<Ran>> large(Session session, int gpus) throws DatabaseException {
        Map<Workload, List<Ran>> byTop = new HashMap<>();
        var tops = tops(byMaker.keySet(), session);
        byMaker.forEach((maker, ran) -> {
            var top = tops.getOrDefault(maker, maker);
            if (isGang(top)) {
                byTop.computeIfAbsent(top, _ -> new ArrayList<>()).addAll(ran);
            }
        });
        byTop.values()
                .removeIf(ran -> ran.stream().mapToLong(one -> one.run().gpus()).sum() < gpus);
        return byTop;
    }

    /// Takes the pods away that are not asked for. More than where they are is read of those only that are left, and
    /// only
    /// where anything is asked for by that.
    private void keepWanted(Collection<List<Ran>> large, PodRows pods) throws DatabaseException {
        if (!WHERE.containsAll(question.only().keySet())) {
            Set<Integer> wanted = new HashSet<>();
            var all = large.stream().flatMap(List::stream).map(Ran::object).toList();
            pods.of(all, window, pod -> {
                if (question.wants(pod)) {
                    wanted.add(pod.object());
                }
            });
            large.forEach(ran -> ran.removeIf(one -> !wanted.contains(one.object())));
        }
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
