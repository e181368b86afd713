package io.gpuledger.analyzer.sharing;

import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.SharedByKai;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.Function;

/// Which pods have a GPU by a reservation pod of KAI-Scheduler ([SharedByKai]): those of its group that are on
/// its node.
final class Reservations {
    private final ClusterFacts cluster;
    private final Map<String, List<Pod>> sharers = new HashMap<>();
    /// The reservation pods that say which GPU they have, by the UUID of that GPU.
    private final Map<String, List<Pod>> byGpu = new HashMap<>();

    private boolean areAny;

    Reservations(ClusterFacts cluster) {
        this.cluster = cluster;
        cluster.pods().stream()
                .sorted(Comparator.comparing(Pod::namespace)
                        .thenComparing(Pod::name)
                        .thenComparing(Pod::uid))
                .forEach(this::add);
    }

    private void add(Pod pod) {
        var groups = ever(pod.labels(), SharedByKai::groups);
        if (groups.isEmpty()) {
            return;
        }
        if (SharedByKai.isReservation(pod.namespace(), pod.name())) {
            areAny = true;
            ever(
                            pod.annotations(),
                            words -> SharedByKai.reserved(words).stream().toList())
                    .forEach(gpu ->
                            byGpu.computeIfAbsent(gpu, _ -> new ArrayList<>()).add(pod));
        } else if (pod.node().isPresent()) {
            groups.forEach(group ->
                    sharers.computeIfAbsent(group, _ -> new ArrayList<>()).add(pod));
        }
    }

    private static List<String> ever(
            Timeline<SortedMap<String, String>> words, Function<SortedMap<String, String>, Collection<String>> find) {
        return words.changes().stream()
                .flatMap(change -> change.value().stream())
                .flatMap(now -> find.apply(now).stream())
                .distinct()
                .toList();
    }

    boolean areAny() {
        return areAny;
    }

    /// Returns the reservation pod that has the GPU of a row: the one that the row names, or where it names nobody the
    /// one that says so itself.
    Optional<Pod> of(Row row) {
        return row.holdings().isEmpty() ? reserved(row.unit().id().gpu(), row.millis()) : named(row);
    }

    private Optional<Pod> reserved(String gpu, long millis) {
        return byGpu.getOrDefault(gpu, List.of()).stream()
                .filter(pod -> pod.life().contains(millis)
                        && SharedByKai.reserved(at(pod.annotations(), millis)).equals(Optional.of(gpu)))
                .findFirst();
    }

    /// Where it names others, too, these are who is known to have the GPU.
    private Optional<Pod> named(Row row) {
        return row.holdings().stream().allMatch(holding -> isReservation(holding.holder()))
                ? row.holdings().stream()
                        .flatMap(holding -> pod(holding.holder(), row.millis()).stream())
                        .filter(pod -> !groups(pod, row.millis()).isEmpty())
                        .findFirst()
                : Optional.empty();
    }

    private static boolean isReservation(Holder holder) {
        return SharedByKai.isReservation(holder.namespace(), holder.pod());
    }

    private Optional<Pod> pod(Holder holder, long millis) {
        return cluster.pod(holder.namespace(), holder.pod(), millis);
    }

    /// Returns the parts of the GPU of a reservation pod at an instant.
    ///
    /// @param memory of the GPU in bytes, as far as it is known
    List<Part> at(Pod reservation, long millis, OptionalDouble memory) {
        return groups(reservation, millis).stream()
                .flatMap(group -> sharers.getOrDefault(group, List.of()).stream()
                        .filter(pod -> pod.life().contains(millis)
                                && pod.node().equals(reservation.node())
                                && groups(pod, millis).contains(group)))
                .map(pod -> new Part(
                        new Holder(pod.namespace(), pod.name(), "", Optional.of(pod.uid())),
                        SharedByKai.part(at(pod.annotations(), millis), memory)))
                .toList();
    }

    private static Collection<String> groups(Pod pod, long millis) {
        return SharedByKai.groups(at(pod.labels(), millis));
    }

    /// Returns the labels or annotations of a pod at an instant. What was told first is taken for the time before it,
    /// too, as a pod is there for some seconds before anybody tells of it.
    private static SortedMap<String, String> at(Timeline<SortedMap<String, String>> words, long millis) {
        return words.backwards().at(millis).orElse(Collections.emptySortedMap());
    }
}
