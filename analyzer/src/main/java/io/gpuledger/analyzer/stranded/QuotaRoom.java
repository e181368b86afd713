package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.time.Change;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the quotas of namespaces leave of GPUs, over time. A pod that is expected may come where one of its namespaces
/// has room for it; where these are not known, or have no quotas over what it asks for, nothing keeps it.
public final class QuotaRoom {
    public static final QuotaRoom UNLIMITED = new QuotaRoom(Map.of());

    private final Map<String, List<Timeline<SortedMap<String, Long>>>> left;

    /// Makes one of what quotas leave.
    ///
    /// @param left by namespace, how much each of its quotas leaves of each resource that it is over
    public QuotaRoom(Map<String, List<Timeline<SortedMap<String, Long>>>> left) {
        this.left = Map.copyOf(left);
    }

    /// Says of each pod of a lens whether it may come, over time. Before anything is told all may.
    public Timeline<List<Boolean>> allowed(Lens lens) {
        var instants = new TreeSet<Long>();
        instants.add(Long.MIN_VALUE);
        lens.pods().stream()
                .flatMap(pod -> pod.namespaces().stream())
                .distinct()
                .flatMap(namespace -> left.getOrDefault(namespace, List.of()).stream())
                .forEach(quota -> quota.changes().stream().map(Change::since).forEach(instants::add));
        var allowed = new TreeMap<Long, Optional<List<Boolean>>>();
        instants.forEach(at -> allowed.put(
                at, Optional.of(lens.pods().stream().map(pod -> allows(pod, at)).toList())));
        return Timeline.of(allowed);
    }

    /// Says whether a pod may come at an instant.
    public boolean allows(ExpectedPod pod, long millis) {
        return pod.namespaces().isEmpty()
                || pod.namespaces().stream().anyMatch(namespace -> hasRoom(namespace, pod, millis));
    }

    private boolean hasRoom(String namespace, ExpectedPod pod, long millis) {
        return left.getOrDefault(namespace, List.of()).stream()
                .flatMap(quota -> quota.at(millis).stream())
                .allMatch(some -> some.entrySet().stream()
                        .allMatch(one -> pod.wants(one.getKey()) == 0 || pod.wants(one.getKey()) <= one.getValue()));
    }

    /// Puts together what is left of GPUs by quotas.
    public static final class Draft {
        private static final String REQUESTS = "requests.";

        private final Map<String, List<Timeline<SortedMap<String, Long>>>> left = new HashMap<>();

        /// Adds a quota that is about all pods of its namespace.
        public Draft add(String namespace, Timeline<Amounts> amounts) {
            left.computeIfAbsent(namespace, _ -> new ArrayList<>()).add(amounts.map(Draft::left));
            return this;
        }

        private static SortedMap<String, Long> left(Amounts amounts) {
            var left = new TreeMap<String, Long>();
            amounts.hard().forEach((name, hard) -> {
                var resource = name.startsWith(REQUESTS) ? name.substring(REQUESTS.length()) : name;
                if (Resource.isGpu(resource)) {
                    left.put(resource, Math.max(0, hard - amounts.used().getOrDefault(name, 0L)));
                }
            });
            return left;
        }

        public QuotaRoom room() {
            return new QuotaRoom(left);
        }
    }

    /// How much a quota gives, and how much of that is used, by the names of resources in quotas.
    public record Amounts(SortedMap<String, Long> hard, SortedMap<String, Long> used) {}
}
