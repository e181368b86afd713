package io.gpuledger.exporter.attribution;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The pods of this node as the API server knows them. Immutable.
public final class Pods {
    public static final Pods NONE = new Pods(Set.of());

    /// A pod, as far as it matters who holds what.
    ///
    /// @param ended whether it has succeeded or failed, and so holds nothing any more
    /// @param running the containers that run at the moment, sidecars and init containers too
    /// @param containers by the container runtime's id, without its name
    public record Pod(
            PodName name,
            String uid,
            Map<String, String> labels,
            boolean ended,
            Set<String> running,
            Map<String, String> containers) {
        public Pod {
            labels = Map.copyOf(labels);
            running = Set.copyOf(running);
            containers = Map.copyOf(containers);
        }
    }

    private final Map<PodName, Pod> byName = new HashMap<>();
    private final Map<String, Pod> byUid = new HashMap<>();
    private final Map<String, Pod> byContainer = new HashMap<>();

    public Pods(Collection<Pod> pods) {
        pods.forEach(pod -> {
            byName.put(pod.name(), pod);
            byUid.put(pod.uid(), pod);
            pod.containers().keySet().forEach(id -> byContainer.put(id, pod));
        });
    }

    public Optional<Pod> named(PodName name) {
        return Optional.ofNullable(byName.get(name));
    }

    public Optional<Pod> withUid(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /// Returns the pod that has a container with this id of the container runtime's.
    public Optional<Pod> withContainer(String id) {
        return Optional.ofNullable(byContainer.get(id));
    }

    public int count() {
        return byUid.size();
    }
}
