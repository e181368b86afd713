package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.interruption.Interruption;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.latency.Course;
import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.Collection;
import java.util.Optional;

/// Adds to pods that had a node what took them from it, if anything did.
///
/// Kubernetes says of a pod that it is a target of a disruption, and why; a kubelet says why a pod failed that it
/// evicted. Of those that did not succeed, [Evictions] says which Kueue took away.
final class RanRows {
    /// The normal name of the annotation by which a pod says until when its work is saved.
    private static final String CHECKPOINT = "gpu_ledger_io_checkpoint";

    /// Reads the annotations that a pod `o` had at its end, which is in what was `told` of it.
    static final String NOTED = """
        left join lateral (
            select value
            from gpu_ledger.attribute
            where object_id = o.id and name = 'annotations' and value is not null
                and since <= coalesce(told.evicted, told.ended, o.gone)
            order by since desc
            limit 1
        ) noted on coalesce(told.evicted, told.ended, o.gone) is not null
        """;

    @FunctionalInterface
    interface Each {
        void accept(SeenPod pod, Run run, Optional<Workload> workload) throws DatabaseException;
    }

    /// The facts that say whether a pod was taken from its node, and when.
    ///
    /// @param owner who made it
    /// @param evicted when it was taken from its node, if that was told
    /// @param eviction why, in the word of who did it
    /// @param annotations those that it had at its end
    record Told(
            Optional<String> owner,
            Optional<Long> evicted,
            Optional<String> eviction,
            boolean succeeded,
            Optional<String> annotations) {
        /// Reads it from five columns in this order.
        ///
        /// @param first the number of the first of them
        static Told read(ResultRow row, int first) throws DatabaseException {
            return new Told(
                    row.optionalText(first),
                    row.optionalLongNumber(first + 1),
                    row.optionalText(first + 2),
                    row.isTrue(first + 3),
                    row.optionalText(first + 4));
        }

        /// Returns who made the pod, if anybody did.
        Optional<Workload> maker(String cluster, String namespace) {
            return owner.map(name -> new Workload(cluster, namespace, name));
        }
    }

    private final Evictions evictions;

    private RanRows(Evictions evictions) {
        this.evictions = evictions;
    }

    static RanRows of(Session session, Span window) throws DatabaseException {
        return new RanRows(Evictions.of(session, window));
    }

    /// Returns the makers of pods that Kueue evicted.
    Collection<Workload> evicted() {
        return evictions.makers();
    }

    /// Hands over a pod that came to a node, with what became of it there.
    void hand(SeenPod pod, long gpus, Told told, Each each) throws DatabaseException {
        var maker = told.maker(pod.cluster(), pod.namespace());
        var run = run(pod.course(), gpus, told, maker);
        if (run.isPresent()) {
            each.accept(pod, run.get(), maker);
        }
    }

    /// Returns what became of a pod on its node, if it came to one.
    Optional<Run> run(Course course, long gpus, Told told, Optional<Workload> maker) {
        return course.at(Stage.SCHEDULED)
                .map(placed -> new Run(
                        gpus,
                        placed,
                        course.at(Stage.RUNNING),
                        course.end(),
                        told.annotations().flatMap(RanRows::saved),
                        interruption(course, told, maker)));
    }

    private Optional<Interruption> interruption(Course course, Told told, Optional<Workload> maker) {
        if (told.evicted().isPresent()) {
            return told.eviction().map(reason -> new Interruption(told.evicted().get(), reason));
        }
        return told.succeeded() ? Optional.empty() : maker.flatMap(name -> byKueue(name, course.end()));
    }

    private Optional<Interruption> byKueue(Workload workload, Optional<Long> end) {
        return end.flatMap(
                millis -> evictions.reason(workload, millis).map(reason -> new Interruption(millis, reason)));
    }

    /// Returns until when the work of a pod is saved, where its annotations say that.
    static Optional<Long> saved(String annotations) {
        return annotations.contains(CHECKPOINT)
                ? Optional.ofNullable(Pairs.of(annotations).get(CHECKPOINT)).flatMap(Instants::millis)
                : Optional.empty();
    }
}
