package io.gpuledger.simulator.schedule;

import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodLife;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Gate;
import io.gpuledger.simulator.story.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Says of a cluster's story who has room for a pod when, by the rules of kube-scheduler: cordons, taints, selectors,
/// and what the pods on a node leave of its GPUs, its CPUs and its memory.
public final class Scheduler {
    private final Cluster cluster;
    private final List<Shelf> shelves;
    /// Those that are for pods that select and tolerate the same: there are few such kinds of pods.
    private final Map<List<Object>, List<Shelf>> such = new ConcurrentHashMap<>();

    public Scheduler(Cluster cluster) {
        this.cluster = cluster;
        Map<String, List<PodLife>> byNode = new HashMap<>();
        for (var life : cluster.pods()) {
            life.placed()
                    .flatMap(PodState::placement)
                    .ifPresent(placement -> byNode.computeIfAbsent(placement.node(), _ -> new ArrayList<>())
                            .add(life));
        }
        this.shelves = cluster.chapters().stream()
                .map(chapter ->
                        new Shelf(chapter, byNode.getOrDefault(chapter.node().name(), List.of())))
                .toList();
    }

    /// Returns the pods that wait at a second, each with what is against it.
    public SequencedMap<PodState, Verdict> waiting(long second) {
        var pods = cluster.podsAt(second);
        var slots = shelves.stream().map(shelf -> shelf.at(second)).toList();
        var waiting = new LinkedHashMap<PodState, Verdict>();
        pods.stream().filter(PodState::waits).forEach(pod -> waiting.put(pod, verdict(pod, slots, pods)));
        return waiting;
    }

    /// Says whether a node has room for a pod at a second.
    public boolean hasRoom(String node, Ask ask, long second) {
        return shelves.stream()
                .filter(shelf -> shelf.isOf(node))
                .anyMatch(shelf -> shelf.at(second).fits(ask));
    }

    private Verdict verdict(PodState pod, List<Slot> slots, List<PodState> pods) {
        if (pod.gate().isPresent()) {
            return new Verdict(pod.gate().get() == Gate.QUEUE ? Reason.QUOTA : Reason.GATE, Verdict.GATED);
        }
        var refusals =
                slots.stream().flatMap(slot -> slot.refusal(pod.ask()).stream()).toList();
        var reason = isInBegunGang(pod, pods) ? Reason.GANG : reason(pod.ask(), slots);
        return new Verdict(reason, Verdict.message(refusals));
    }

    private static boolean isInBegunGang(PodState pod, List<PodState> pods) {
        return pod.gang().isPresent()
                && pods.stream()
                        .anyMatch(other -> !other.waits() && other.gang().equals(pod.gang()));
    }

    private Reason reason(Ask ask, List<Slot> slots) {
        return always(ask)
                .orElseGet(() -> now(
                        ask,
                        slots.stream()
                                .filter(slot -> slot.shelf().isForSuch(ask))
                                .toList()));
    }

    /// Returns what is against a pod for as long as the cluster has these nodes.
    private Optional<Reason> always(Ask ask) {
        var product = new TreeMap<>(ask.selector());
        product.keySet().retainAll(List.of(NodeState.PRODUCT));
        if (noneSelected(ask.selecting(product))) {
            return Optional.of(Reason.SKU);
        }
        if (noneSelected(ask)) {
            return Optional.of(Reason.SELECTOR);
        }
        var such = such(ask);
        if (such.isEmpty()) {
            return Optional.of(Reason.TAINT);
        }
        var units = units(ask);
        var amount = ask.units();
        var has = such.stream().anyMatch(shelf -> shelf.at(cluster.begin()).capacity(units) >= amount);
        return has ? Optional.empty() : Optional.of(Reason.NEVER);
    }

    private List<Shelf> such(Ask ask) {
        return such.computeIfAbsent(
                List.of(ask.selector(), ask.tolerated()),
                _ -> shelves.stream().filter(shelf -> shelf.isForSuch(ask)).toList());
    }

    private boolean noneSelected(Ask ask) {
        return shelves.stream().noneMatch(shelf -> shelf.isSelected(ask));
    }

    private static String units(Ask ask) {
        return ask.unitResource().orElse(Resource.GPU);
    }

    /// Returns what is against a pod for which there is no room now, but may be at other times.
    private static Reason now(Ask ask, List<Slot> such) {
        var units = units(ask);
        var amount = ask.units();
        var free = such.stream()
                .filter(slot -> slot.isOpenTo(ask))
                .mapToLong(slot -> Math.max(0, slot.left(units)))
                .toArray();
        if (Arrays.stream(free).anyMatch(left -> left >= amount)) {
            return Reason.HOST_CPU;
        }
        return Arrays.stream(free).sum() >= amount ? Reason.FRAGMENTATION : Reason.CAPACITY;
    }

    /// Returns the first of some seconds at which this is against a pod, and nothing is for it.
    public Optional<Long> first(Reason reason, Ask ask, Stream<Long> seconds) {
        var always = always(ask);
        if (always.isPresent()) {
            return always.get() == reason ? seconds.findFirst() : Optional.empty();
        }
        var such = such(ask);
        return seconds.filter(
                        second -> roomFrom(ask, new Span(second, second + 1)).isEmpty())
                .filter(second ->
                        now(ask, such.stream().map(shelf -> shelf.at(second)).toList()) == reason)
                .findFirst();
    }

    /// Returns the first second of a span at which any node has room for a pod.
    public OptionalLong roomFrom(Ask ask, Span span) {
        var wish = Wish.of(ask);
        var first = span.to();
        for (var shelf : such(ask)) {
            if (first == span.from()) {
                break;
            }
            // Of the other nodes only what is earlier matters.
            first = shelf.roomFrom(wish, new Span(span.from(), first)).orElse(first);
        }
        return first < span.to() ? OptionalLong.of(first) : OptionalLong.empty();
    }

    /// Returns the second of a span, or the one after it, from which on no node has room for a pod in it.
    public long roomUntil(Ask ask, Span span) {
        var wish = Wish.of(ask);
        var last = span.from();
        for (var shelf : such(ask)) {
            if (last == span.to()) {
                break;
            }
            last = shelf.roomUntil(wish, new Span(last, span.to())).orElse(last);
        }
        return last;
    }
}
