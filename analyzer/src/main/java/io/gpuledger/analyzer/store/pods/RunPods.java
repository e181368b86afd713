package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.placement.PodRun;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Span;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads the pods with GPUs that were on nodes within a time, with what became of them.
public final class RunPods {
    private RunPods() {}

    /// Hands over each of them.
    ///
    /// @param cluster the only one that is asked about, if one is
    /// @param teams by which the books find out who pays
    public static void read(
            ReadSession reading, Teams teams, Span window, Optional<String> cluster, Consumer<PodRun> each)
            throws DatabaseException {
        read(reading, teams, window, cluster, each, Optional.empty());
    }

    /// Hands over each of them.
    ///
    /// @param gangs are given the same pods, to put them together
    public static void read(
            ReadSession reading,
            Teams teams,
            Span window,
            Optional<String> cluster,
            Consumer<PodRun> each,
            Optional<GangRows> gangs)
            throws DatabaseException {
        new PodRows(reading.session(), teams).ran(window, (pod, run, workload) -> {
            reading.requireTime();
            if (cluster.isEmpty() || cluster.get().equals(pod.cluster())) {
                each.accept(new PodRun(pod.cluster(), pod.namespace() + "/" + pod.name(), run, pod.succeeded()));
                gangs.ifPresent(rows -> rows.add(pod, run, workload));
            }
        });
    }
}
