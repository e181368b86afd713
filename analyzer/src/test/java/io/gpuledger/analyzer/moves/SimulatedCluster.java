package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.LabelName;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Selection;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.Toleration;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.Owner;
import io.gpuledger.simulator.cluster.PodState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// A simulated cluster at a second, in the analyzer's words, with budgets that are drawn.
///
/// @param budgets one for each of some namespaces, which covers all of its pods
record SimulatedCluster(Cluster cluster, long second, Map<String, Budget> budgets) {
    private static final long LOW = -100;

    static SimulatedCluster of(Cluster cluster, long second, RandomGenerator random) {
        var budgets = new HashMap<String, Budget>();
        for (var namespace : cluster.namespaces()) {
            if (random.nextInt(3) == 0) {
                budgets.put(namespace, new Budget(namespace, "all", random.nextInt(3)));
            }
        }
        return new SimulatedCluster(cluster, second, budgets);
    }

    Places places() {
        var taken = new HashMap<String, SortedMap<String, Long>>();
        for (var pod : cluster.podsAt(second)) {
            pod.placement().ifPresent(placement -> {
                var its = taken.computeIfAbsent(placement.node(), _ -> new TreeMap<>());
                its.merge(Resource.PODS, 1L, Long::sum);
                ask(pod.ask()).requests().forEach((resource, amount) -> its.merge(resource, amount, Long::sum));
            });
        }
        return new Places(
                cluster.nodesAt(second).stream()
                        .map(node -> new Place(
                                node.node().name(),
                                state(node),
                                taken.getOrDefault(node.node().name(), new TreeMap<>())))
                        .toList(),
                Surroundings.NONE);
    }

    private static NodeState state(io.gpuledger.simulator.cluster.NodeState node) {
        var labels = new TreeMap<String, String>();
        node.labels().forEach((name, value) -> labels.put(LabelName.normal(name), value));
        return new NodeState(
                node.ready(),
                node.cordoned(),
                node.taints().stream()
                        .map(taint -> new Taint(taint.key(), taint.value(), "NoSchedule"))
                        .toList(),
                amounts(node.capacity()),
                amounts(node.allocatable()),
                labels,
                Optional.empty());
    }

    private static SortedMap<String, Long> amounts(Map<String, Long> requests) {
        var amounts = new TreeMap<>(requests);
        amounts.computeIfPresent(Resource.CPU, (_, cores) -> cores * 1_000);
        return amounts;
    }

    static Ask ask(io.gpuledger.simulator.story.Ask ask) {
        return new Ask(
                Optional.empty(),
                amounts(ask.requests()),
                ask.selector(),
                Optional.empty(),
                ask.tolerated().stream()
                        .map(taint -> new Toleration(taint.key(), false, taint.value(), ""))
                        .toList());
    }

    /// Returns the pods that are on nodes and have GPUs, each with its UID.
    Map<PlacedPod, String> pods() {
        var all = new Budgets();
        budgets.values().forEach(budget -> all.add(budget, Optional.of(new Selection(Optional.of(List.of())))));
        var pods = new HashMap<PlacedPod, String>();
        for (var pod : cluster.podsAt(second)) {
            if (pod.placement().isPresent() && pod.ask().unitResource().isPresent()) {
                pods.put(placed(pod, all), pod.pod().uid());
            }
        }
        return pods;
    }

    private static PlacedPod placed(PodState pod, Budgets budgets) {
        var labels = new TreeMap<String, String>();
        pod.labels().forEach((name, value) -> labels.put(LabelName.normal(name), value));
        var ask = ask(pod.ask()).of(pod.pod().namespace(), labels);
        var owner = pod.maker().map(SimulatedCluster::text);
        var ties = new Ties(
                Optional.of(ask),
                owner,
                pod.gang().isPresent(),
                false,
                labels,
                new TreeMap<>(),
                budgets.of(pod.pod().namespace(), labels));
        var placement = pod.placement().orElseThrow();
        return new PlacedPod(
                pod.pod().namespace(),
                pod.pod().name(),
                placement.node(),
                ask,
                owner,
                priority(pod.ask()),
                placement.since() * 1_000,
                ties.budget(),
                ties.stay());
    }

    static long priority(io.gpuledger.simulator.story.Ask ask) {
        return ask.priorityClass().isPresent() ? LOW : 0;
    }

    private static String text(Owner owner) {
        return owner.kind() + "/" + owner.name();
    }

    /// Returns what is asked of some nodes of each kind.
    List<io.gpuledger.simulator.story.Ask> asks() {
        var asks = new ArrayList<io.gpuledger.simulator.story.Ask>();
        for (var life : cluster.pods()) {
            if (life.begin().ask().unitResource().isPresent()
                    && !asks.contains(life.begin().ask())) {
                asks.add(life.begin().ask());
            }
        }
        return asks;
    }
}
