package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.interruption.Gang;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.store.pods.GangTables.Answer;
import io.gpuledger.analyzer.store.pods.GangTables.Row;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
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
    /// This is known of the pods that are added.
    private static final Set<PodDimension> WHERE = Set.of(PodDimension.CLUSTER, PodDimension.NAMESPACE);

    private static final Comparator<Found> ORDER = Comparator.comparingLong(
                    (Found found) -> found.gang().elapsedMillis())
            .reversed()
            .thenComparing(found -> found.workload().toString());

    /// A pod of a workload, and what became of it.
    private record Ran(int object, Run run) {}

    private record Found(Workload workload, Gang gang, int last) {
        Row row(Map<Integer, String> teams) {
            return new Row(Objects.requireNonNull(teams.get(last), "a pod that is not there"), workload, gang);
        }
    }

    private final PodQuestion question;
    private final Span window;
    private final int gpus;
    private final LargeMakers makers;
    private final Map<Workload, List<Ran>> byTop = new HashMap<>();

    private GangRows(PodQuestion question, Span window, int gpus, LargeMakers makers) {
        this.question = question;
        this.window = window;
        this.gpus = gpus;
        this.makers = makers;
    }

    /// Begins without pods.
    ///
    /// @param question what rows are told apart by does not count
    /// @param window in which the pods were on nodes that are added
    /// @param cluster the only one that is asked about, if one is
    /// @param gpus how many GPUs a workload has to have had at once, at least
    public static GangRows of(
            ReadSession reading, PodQuestion question, Span window, Optional<String> cluster, int gpus)
            throws DatabaseException {
        var makers = LargeMakers.of(reading.session(), new LivedPods(window, cluster), gpus);
        return new GangRows(question, window, gpus, makers);
    }

    /// Returns the pods, by their numbers, that may be of workloads which had so many GPUs.
    Set<Integer> pods() {
        return makers.pods();
    }

    /// Adds a pod. One that is of no large workload does not count.
    ///
    /// @param object the number of the pod
    /// @param maker who made it
    void add(int object, Workload maker, Run run) {
        var top = makers.tops().get(maker);
        if (top != null
                && question.wants(PodDimension.CLUSTER, maker.cluster())
                && question.wants(PodDimension.NAMESPACE, maker.namespace())) {
            byTop.computeIfAbsent(top, _ -> new ArrayList<>()).add(new Ran(object, run));
        }
    }

    /// Returns the workloads of the pods that were added, once all of them are.
    ///
    /// @param teams by which the books find out who pays
    public Answer answer(Session session, Teams teams) throws DatabaseException {
        var pods = new PodRows(session, teams);
        keepWanted(pods);
        var found = new ArrayList<Found>();
        byTop.forEach((workload, ran) -> gang(ran)
                .filter(gang -> gang.gpus() >= gpus)
                .ifPresent(gang ->
                        found.add(new Found(workload, gang, ran.getLast().object()))));
        found.sort(ORDER);
        var shown = found.stream().skip(question.skip()).limit(question.limit()).toList();
        var payers = pods.teams(shown.stream().map(Found::last).toList(), window);
        return new Answer(shown.stream().map(one -> one.row(payers)).toList(), found.size());
    }

    /// Takes the pods away that are not asked for. More than where they are is read only where anything is asked for by
    /// that.
    private void keepWanted(PodRows pods) throws DatabaseException {
        if (!WHERE.containsAll(question.only().keySet())) {
            Set<Integer> wanted = new HashSet<>();
            var all = byTop.values().stream()
                    .flatMap(List::stream)
                    .map(Ran::object)
                    .toList();
            pods.of(all, window, pod -> {
                if (question.wants(pod)) {
                    wanted.add(pod.object());
                }
            });
            byTop.values().forEach(ran -> ran.removeIf(one -> !wanted.contains(one.object())));
        }
    }

    private Optional<Gang> gang(List<Ran> ran) {
        return Gang.of(question.window(), ran.stream().map(Ran::run).toList());
    }
}
