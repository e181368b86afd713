package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// GPUs that Kueue gave to workloads whose pods are not made yet: nobody holds these GPUs, and nobody else gets them.
///
/// - A workload waits for as many GPUs as it was admitted with, less those that its pods made since then ask for. It
///   waits for half a day at most, as pods that came and went before that may no longer be known.
/// - Nothing says on which nodes these GPUs are. They are taken from the nodes that have any left after what their pods
///   ask for, in the order of the nodes' names: so the result follows from the cluster alone, whichever GPUs are booked
///   together.
final class Admissions {
    /// A number of GPUs, for a time.
    record Amount(Span span, long gpus) {}

    /// Pods are made a moment after the workload is admitted: a shorter wait than this is left out.
    private static final long SHORTEST = Duration.ofMinutes(1).toMillis();

    private static final long LONGEST = Duration.ofHours(12).toMillis();
    /// Kueue's clock and that of the API server may differ by this much.
    private static final long ASKEW = Duration.ofMinutes(1).toMillis();

    /// These kinds of workloads can be matched with their pods by who made the pods, as far as the cluster lets us ask.
    private static final Set<String> KNOWN =
            Set.of("Job", "JobSet", "JAXJob", "MPIJob", "PaddleJob", "PyTorchJob", "RayCluster", "TFJob", "XGBoostJob");

    private static final String ADMITTED = Attribute.CONDITION + "Admitted";
    private static final String FINISHED = Attribute.CONDITION + "Finished";
    private static final String TRUE = "true";

    private final Map<String, List<Amount>> kept = new HashMap<>();
    private List<Amount> wanted;

    private Admissions(List<Amount> wanted) {
        this.wanted = wanted;
    }

    /// Returns the GPUs that are kept for workloads that have no pods yet.
    ///
    /// @param byNode the pods that are known to have been on each node
    static Admissions of(
            Map<ObjectId, Timeline<SortedMap<String, String>>> workloads,
            Map<String, Timeline<NodeState>> nodes,
            Map<String, List<Pod>> byNode,
            Collection<Pod> pods,
            Set<String> maintenanceTaints) {
        var waits = new TreeMap<Long, Long>();
        if (!workloads.isEmpty()) {
            var byOwner = byOwner(pods);
            workloads.forEach((id, told) -> waits(id.namespace(), told, byOwner, waits));
        }
        var admissions = new Admissions(steps(waits));
        for (var node : new TreeMap<>(nodes).entrySet()) {
            if (admissions.wanted.isEmpty()) {
                return admissions;
            }
            var its = byNode.getOrDefault(node.getKey(), List.of());
            admissions.take(node.getKey(), free(node.getValue(), its, maintenanceTaints));
        }
        return admissions;
    }

    /// Returns the amounts of a node. They are sorted and do not overlap.
    List<Amount> on(String node) {
        return kept.getOrDefault(node, List.of());
    }

    private static Map<String, List<Pod>> byOwner(Collection<Pod> pods) {
        var byOwner = new HashMap<String, List<Pod>>();
        for (var pod : pods) {
            pod.owners()
                    .forEach(owner -> byOwner.computeIfAbsent(key(pod.namespace(), owner), _ -> new ArrayList<>())
                            .add(pod));
        }
        return byOwner;
    }

    private static String key(String namespace, String owner) {
        return namespace + "/" + owner;
    }

    private static void waits(
            String namespace,
            Timeline<SortedMap<String, String>> told,
            Map<String, List<Pod>> byOwner,
            NavigableMap<Long, Long> waits) {
        told.map(Admissions::isAdmitted).each((from, to, is) -> {
            if (is) {
                given(told, from, to).ifPresent(attributes -> {
                    var owner = attributes.getOrDefault(Attribute.OWNER, "");
                    var its = byOwner.getOrDefault(key(namespace, owner), List.of());
                    waits(new Span(from, Math.min(to, from + LONGEST)), gpus(attributes), its, waits);
                });
            }
        });
    }

    private static boolean isAdmitted(SortedMap<String, String> attributes) {
        return TRUE.equals(attributes.get(ADMITTED)) && !TRUE.equals(attributes.get(FINISHED));
    }

    /// Returns the attributes that say how many GPUs the workload was admitted with, which may come later than the
    /// admission.
    private static Optional<SortedMap<String, String>> given(
            Timeline<SortedMap<String, String>> told, long from, long to) {
        return told.changes().stream()
                .filter(change -> change.since() >= from && change.since() < to)
                .flatMap(change -> change.value().stream())
                .filter(attributes -> isKnown(attributes) && gpus(attributes) > 0)
                .findFirst();
    }

    private static boolean isKnown(SortedMap<String, String> attributes) {
        var owner = attributes.getOrDefault(Attribute.OWNER, "");
        return KNOWN.contains(owner.substring(0, Math.max(0, owner.indexOf('/'))));
    }

    private static long gpus(SortedMap<String, String> attributes) {
        return attributes.tailMap(Attribute.USED).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(Attribute.USED))
                .filter(entry -> entry.getKey().endsWith("/" + NodeGpus.RESOURCE))
                .flatMapToLong(entry -> Resource.amount(NodeGpus.RESOURCE, entry.getValue()).stream())
                .sum();
    }

    private static void waits(Span admitted, long gpus, List<Pod> pods, NavigableMap<Long, Long> waits) {
        var made = new TreeMap<Long, Long>();
        pods.stream()
                .filter(pod -> pod.made() >= admitted.from() - ASKEW && pod.made() < admitted.to())
                .forEach(pod -> made.merge(Math.max(pod.made(), admitted.from()), gpus(pod), Long::sum));
        var left = gpus;
        var from = admitted.from();
        for (var one : made.entrySet()) {
            want(new Span(from, one.getKey()), left, waits);
            from = one.getKey();
            left -= one.getValue();
        }
        want(new Span(from, admitted.to()), left, waits);
    }

    private static void want(Span span, long gpus, NavigableMap<Long, Long> waits) {
        if (span.millis() >= SHORTEST && gpus > 0) {
            add(span, gpus, waits);
        }
    }

    private static void add(Span span, long gpus, NavigableMap<Long, Long> changes) {
        changes.merge(span.from(), gpus, Long::sum);
        changes.merge(span.to(), -gpus, Long::sum);
    }

    /// Returns how many GPUs a pod holds on its node. One that the node rejected never had any, and may be there for
    /// long all the same.
    static long gpus(Pod pod) {
        return pod.isRejected() ? 0 : pod.requests().getOrDefault(NodeGpus.RESOURCE, 0L);
    }

    /// Returns the GPUs that a node gives, less those that its pods ask for.
    private static List<Amount> free(Timeline<NodeState> states, List<Pod> pods, Set<String> maintenanceTaints) {
        var changes = new TreeMap<Long, Long>();
        states.each((from, to, state) -> add(new Span(from, to), given(state, maintenanceTaints), changes));
        pods.forEach(pod -> add(pod.life(), -gpus(pod), changes));
        return steps(changes);
    }

    /// Returns how many GPUs a node gives: none where it takes no pods, or advertises each of its GPUs several times.
    private static long given(NodeState state, Set<String> maintenanceTaints) {
        var advertised = NodeGpus.advertised(state).orElse(0);
        if (advertised == 0 || !state.ready() || state.cordoned() || state.isTainted(maintenanceTaints)) {
            return 0;
        }
        var isShared = advertised > NodeGpus.expected(state).orElse(advertised);
        return isShared ? 0 : state.allocatable().getOrDefault(NodeGpus.RESOURCE, (long) advertised);
    }

    /// Adds up changes to the amounts that they lead to.
    ///
    /// @param changes by how much the amount grows at each instant
    private static List<Amount> steps(NavigableMap<Long, Long> changes) {
        var steps = new ArrayList<Amount>();
        var now = 0L;
        for (var change : changes.entrySet()) {
            now += change.getValue();
            var next = changes.higherKey(change.getKey());
            if (next != null) {
                add(steps, new Span(change.getKey(), next), now);
            }
        }
        return steps;
    }

    private static void add(List<Amount> all, Span span, long gpus) {
        if (span.isEmpty() || gpus <= 0) {
            return;
        }
        var isSame = !all.isEmpty()
                && all.getLast().gpus() == gpus
                && all.getLast().span().to() == span.from();
        if (isSame) {
            all.set(all.size() - 1, new Amount(new Span(all.getLast().span().from(), span.to()), gpus));
        } else {
            all.add(new Amount(span, gpus));
        }
    }

    private void take(String node, List<Amount> free) {
        var its = new ArrayList<Amount>();
        var rest = new ArrayList<Amount>();
        var first = 0;
        for (var one : wanted) {
            var from = one.span().from();
            while (first < free.size() && free.get(first).span().to() <= from) {
                first++;
            }
            for (var at = first;
                    at < free.size() && free.get(at).span().from() < one.span().to();
                    at++) {
                var both = free.get(at).span().within(one.span());
                var some = Math.min(free.get(at).gpus(), one.gpus());
                add(rest, new Span(from, both.from()), one.gpus());
                add(its, both, some);
                add(rest, both, one.gpus() - some);
                from = both.to();
            }
            add(rest, new Span(from, one.span().to()), one.gpus());
        }
        if (!its.isEmpty()) {
            kept.put(node, its);
            wanted = rest;
        }
    }
}
