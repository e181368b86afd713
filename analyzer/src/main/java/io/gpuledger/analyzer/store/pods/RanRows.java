package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.interruption.Interruption;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.time.Span;
import java.util.Optional;

/// Adds to pods that had a node what took them from it, if anything did.
///
/// Kubernetes says of a pod that it is a target of a disruption, and why; a kubelet says why a pod failed that it
/// evicted. Of those that did not succeed, [Evictions] says which Kueue took away.
final class RanRows {
    /// The normal name of the annotation by which a pod says until when its work is saved.
    private static final String CHECKPOINT = "gpu_ledger_io_checkpoint";

    @FunctionalInterface
    interface Each {
        void accept(SeenPod pod, Run run, Optional<Workload> workload) throws DatabaseException;
    }

    /// The facts that say whether a pod was taken from its node, and when.
    ///
    /// @param evicted when it was taken from its node, if that was told
    /// @param annotations those that it had at its end
    record Told(Optional<String> owner, Optional<Long> evicted, boolean succeeded, Optional<String> annotations) {}

    private final Evictions evictions;

    private RanRows(Evictions evictions) {
        this.evictions = evictions;
    }

    static RanRows of(Session session, Span window) throws DatabaseException {
        return new RanRows(Evictions.of(session, window));
    }

    /// Hands over a pod that came to a node, with what became of it there.
    void hand(SeenPod pod, long gpus, Told told, Each each) throws DatabaseException {
        var placed = pod.course().at(Stage.SCHEDULED);
        if (placed.isPresent()) {
            var workload = told.owner().map(owner -> new Workload(pod.cluster(), pod.namespace(), owner));
            var run = new Run(
                    gpus,
                    placed.get(),
                    pod.course().at(Stage.RUNNING),
                    pod.course().end(),
                    told.annotations().flatMap(RanRows::saved),
                    interruption(pod, workload, told));
            each.accept(pod, run, workload);
        }
    }

    private Optional<Interruption> interruption(SeenPod pod, Optional<Workload> workload, Told told) {
        if (told.evicted().isPresent()) {
            return pod.eviction().map(reason -> new Interruption(told.evicted().get(), reason));
        }
        return told.succeeded()
                ? Optional.empty()
                : workload.flatMap(name -> byKueue(name, pod.course().end()));
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
