package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.Timeline;
import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// GPUs that Kueue gave to workloads whose pods are not made yet: nobody holds them, and nobody else gets them.
///
/// - A workload waits for as many as it was admitted with, less those that its pods ask for that were made since; for
///   half a day at the most, as pods that came and went before that may no longer be known.
/// - On which nodes these are is not said. They are taken of those that have any left by what their pods ask for, by
///   their names: that follows from the cluster alone, whichever GPUs are booked together.
final class Admissions {
    /// So many GPUs of a node, for a time.
    record Kept(Span span, long gpus) {}

    /// Pods are made a moment later: that is not looked into.
    private static final long SHORTEST = Duration.ofMinutes(1).toMillis();

    private static final long LONGEST = Duration.ofHours(12).toMillis();
    /// Kueue's clock and that of the API server may differ.
    private static final long ASKEW = Duration.ofMinutes(1).toMillis();

    private static final String ADMITTED = Attribute.CONDITION + "Admitted";
    private static final String FINISHED = Attribute.CONDITION + "Finished";
    private static final String TRUE = "true";

    private final SortedMap<String, Timeline<NodeState>> nodes;
    private final Map<String, List<Pod>> byNode;
    private final Map<String, List<Kept>> kept = new HashMap<>();

    /// That a workload waits for so many from an instant on.
    private record Wait(Span span, long gpus) {}

    /// @param byNode pods
    private Admissions(Map<String, Timeline<NodeState>> nodes, Map<String, List<Pod>> byNode) {
        this.nodes = new TreeMap<>(nodes);
        this.byNode = byNode;
    }

    static Admissions of(
            Map<ObjectId, Timeline<SortedMap<String, String>>> workloads,
            Collection<Pod> pods,
            Map<String, Timeline<NodeState>> nodes,
            Map<String, List<Pod>> byNode) {
        var admissions = new Admissions(nodes, byNode);
        var byOwner = workloads.isEmpty() ? Map.<String, List<Pod>>of() : byOwner(pods);
        var waits = new ArrayList<Wait>();
        workloads.forEach((id, told) -> waits(id.namespace(), told, byOwner, waits));
        admissions.keep(waits);
        return admissions;
    }

    /// By who made them, and by who stands at the top: Kueue knows either.
    private static Map<String, List<Pod>> byOwner(Collection<Pod> pods) {
        var byOwner = new HashMap<String, List<Pod>>();
        for (var pod : pods) {
            Stream.concat(pod.owner().stream(), pod.workload().map(top -> top.kind() + "/" + top.name()).stream())
                    .distinct()
                    .forEach(owner -> byOwner.computeIfAbsent(key(pod.namespace(), owner), _ -> new ArrayList<>())
                            .add(pod));
        }
        return byOwner;
    }

    private static String key(String namespace, String owner) {
        return namespace + "/" + owner;
    }

    /// Of a node; sorted, and apart.
    List<Kept> on(String node) {
        return kept.getOrDefault(node, List.of());
    }

    private static void waits(
            String namespace,
            Timeline<SortedMap<String, String>> told,
            Map<String, List<Pod>> byOwner,
            List<Wait> waits) {
        told.map(Admissions::admitted).each((from, to, gpus) -> {
            if (gpus > 0) {
                var owner = told.at(from)
                        .flatMap(attributes -> Optional.ofNullable(attributes.get(Attribute.OWNER)))
                        .orElse("");
                var its = byOwner.getOrDefault(key(namespace, owner), List.of());
                waits(new Span(from, Math.min(to, from + LONGEST)), gpus, its, waits);
            }
        });
    }

    /// Nothing of one that is not admitted, and of pods that are admitted themselves.
    private static long admitted(SortedMap<String, String> attributes) {
        var isAdmitted = TRUE.equals(attributes.get(ADMITTED)) && !TRUE.equals(attributes.get(FINISHED));
        if (!isAdmitted || !attributes.containsKey(Attribute.OWNER) || isPod(attributes)) {
            return 0;
        }
        return attributes.tailMap(Attribute.USED).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(Attribute.USED))
                .filter(entry -> entry.getKey().endsWith("/" + Neighbours.RESOURCE))
                .flatMapToLong(entry -> Resource.amount(Neighbours.RESOURCE, entry.getValue()).stream())
                .sum();
    }

    private static boolean isPod(SortedMap<String, String> attributes) {
        return attributes.getOrDefault(Attribute.OWNER, "").startsWith("Pod/");
    }

    private static void waits(Span admitted, long gpus, List<Pod> pods, List<Wait> waits) {
        var made = new TreeMap<Long, Long>();
        pods.stream()
                .filter(pod -> pod.made() >= admitted.from() - ASKEW && pod.made() < admitted.to())
                .forEach(pod -> made.merge(Math.max(pod.made(), admitted.from()), gpus(pod), Long::sum));
        var left = gpus;
        var from = admitted.from();
        for (var one : made.entrySet()) {
            add(new Span(from, one.getKey()), left, waits);
            from = one.getKey();
            left -= one.getValue();
        }
        add(new Span(from, admitted.to()), left, waits);
    }

    private static void add(Span span, long gpus, List<Wait> waits) {
        if (span.millis() >= SHORTEST && gpus > 0) {
            waits.add(new Wait(span, gpus));
        }
    }

    private static long gpus(Pod pod) {
        return pod.requests().getOrDefault(Neighbours.RESOURCE, 0L);
    }

    private void keep(List<Wait> waits) {
        for (var span : Span.union(waits.stream().map(Wait::span).toList())) {
            var instants = new TreeSet<Long>(List.of(span.from()));
            waits.forEach(wait -> add(instants, wait.span(), span));
            byNode.values().forEach(pods -> pods.forEach(pod -> add(instants, life(pod), span)));
            nodes.values()
                    .forEach(states -> states.changes()
                            .forEach(change -> add(instants, new Span(change.since(), change.since()), span)));
            for (var from : instants) {
                var next = instants.higher(from);
                keep(new Span(from, next == null ? span.to() : next), waits);
            }
        }
    }

    private static void add(Set<Long> instants, Span one, Span within) {
        if (within.contains(one.from())) {
            instants.add(one.from());
        }
        if (within.contains(one.to())) {
            instants.add(one.to());
        }
    }

    static Span life(Pod pod) {
        return new Span(pod.from(), Math.max(pod.from(), pod.to().orElse(Long.MAX_VALUE)));
    }

    /// Nothing changes within.
    private void keep(Span span, List<Wait> waits) {
        var left = waits.stream()
                .filter(wait -> wait.span().meets(span))
                .mapToLong(Wait::gpus)
                .sum();
        for (var node : nodes.entrySet()) {
            var some = Math.min(
                    left,
                    node.getValue()
                            .at(span.from())
                            .map(state -> free(node.getKey(), state, span))
                            .orElse(0L));
            if (some > 0) {
                kept.computeIfAbsent(node.getKey(), _ -> new ArrayList<>()).add(new Kept(span, some));
                left -= some;
            }
            if (left == 0) {
                return;
            }
        }
    }

    /// None of a node that takes no pods, or that advertises its GPUs several times.
    private long free(String node, NodeState state, Span span) {
        var advertised = Neighbours.advertised(state).orElse(0);
        if (!state.ready()
                || state.cordoned()
                || advertised > Neighbours.expected(state).orElse(advertised)) {
            return 0;
        }
        var held = byNode.getOrDefault(node, List.of()).stream()
                .filter(pod -> life(pod).meets(span))
                .mapToLong(Admissions::gpus)
                .sum();
        var given = state.allocatable().getOrDefault(Neighbours.RESOURCE, (long) advertised);
        return Math.max(0, given - held);
    }
}
