package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.attribution.Attributed.Reason;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// This says whose the processes on a unit are.
///
/// @param origins where a process runs; nothing where it is not to be seen
record Residents(IntFunction<Optional<ProcessOrigin>> origins, Pods pods) {
    /// @param <W> who has processes on it
    sealed interface Whose<W> {
        record Of<W>(W who) implements Whose<W> {}

        /// The process belongs to nobody who is looked for, but to the node itself or to somebody else.
        record Nobody<W>() implements Whose<W> {}

        record Unknown<W>(Reason reason) implements Whose<W> {}
    }

    Whose<Holder> whose(int pid, Held held) {
        return origins.apply(pid)
                .map(origin -> whose(origin, held))
                .orElseGet(() -> new Whose.Unknown<>(Reason.PROCESS_UNSEEN));
    }

    Whose<Tenant> tenants(int pid) {
        return origins.apply(pid)
                .map(origin ->
                        Tenant.of(origin).<Whose<Tenant>>map(Whose.Of::new).orElseGet(Whose.Nobody::new))
                .orElseGet(() -> new Whose.Unknown<>(Reason.PROCESS_UNSEEN));
    }

    private Whose<Holder> whose(ProcessOrigin origin, Held held) {
        var pod = origin.containerId()
                .flatMap(pods::withContainer)
                .or(() -> origin.podUid().flatMap(pods::withUid));
        if (pod.isPresent()) {
            return holder(pod.get(), origin, held)
                    .<Whose<Holder>>map(Whose.Of::new)
                    .orElseGet(Whose.Nobody::new);
        }
        return origin.podUid().isPresent() ? new Whose.Unknown<>(Reason.POD_UNKNOWN) : new Whose.Nobody<>();
    }

    /// Finds the holder by its container. Where that is not known, the pod decides, if no other container of it holds
    /// the unit too.
    private static Optional<Holder> holder(Pods.Pod pod, ProcessOrigin origin, Held held) {
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
