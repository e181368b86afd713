package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.attribution.Attributed.Reason;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// Whose the processes on a unit are.
///
/// @param origins where a process runs; nothing where it is not to be seen
record Residents(IntFunction<Optional<Origin>> origins, Pods pods) {
    sealed interface Whose {
        record Of(Holder holder) implements Whose {}

        /// Of the node itself, or of a pod that does not hold the unit.
        record NoHolders() implements Whose {}

        record Unknown(Reason reason) implements Whose {}
    }

    Whose whose(int pid, Held held) {
        return origins.apply(pid)
                .map(origin -> whose(origin, held))
                .orElseGet(() -> new Whose.Unknown(Reason.PROCESS_UNSEEN));
    }

    private Whose whose(Origin origin, Held held) {
        var pod = origin.containerId()
                .flatMap(pods::withContainer)
                .or(() -> origin.podUid().flatMap(pods::withUid));
        if (pod.isPresent()) {
            return holder(pod.get(), origin, held).<Whose>map(Whose.Of::new).orElseGet(Whose.NoHolders::new);
        }
        return origin.podUid().isPresent() ? new Whose.Unknown(Reason.POD_UNKNOWN) : new Whose.NoHolders();
    }

    /// By its container; where that is not known, by its pod, if no other container of that holds the unit too.
    private static Optional<Holder> holder(Pods.Pod pod, Origin origin, Held held) {
        var ofPod = held.shares().stream()
                .map(Held.Share::holder)
                .filter(holder -> holder.pod().equals(pod.name()))
                .toList();
        var container = origin.containerId()
                .flatMap(id -> Optional.ofNullable(pod.containers().get(id)));
        return container.isPresent() ? named(container.get(), ofPod) : only(ofPod);
    }

    private static Optional<Holder> named(String container, List<Holder> holders) {
        return holders.stream()
                .filter(holder -> holder.container().equals(container))
                .findFirst();
    }

    private static Optional<Holder> only(List<Holder> holders) {
        return holders.size() == 1 ? Optional.of(holders.getFirst()) : Optional.empty();
    }
}
