package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Nodes of GPUs with pods on them, for tests to write down.
final class Cases {
    static final String GPU = "nvidia.com/gpu";

    private final SortedMap<String, Long> gpus = new TreeMap<>();
    private final List<PlacedPod> pods = new ArrayList<>();

    /// Adds a node, with a pod for each of some numbers of GPUs: `a-0`, `a-1` and so on.
    Cases node(String name, long has, long... held) {
        gpus.put(name, has);
        for (var i = 0; i < held.length; i++) {
            pods.add(pod(name, name + "-" + i, held[i], Optional.empty(), Optional.empty()));
        }
        return this;
    }

    /// Adds a pod that a budget covers, or that stays.
    Cases pod(String node, String name, long held, Optional<Budget> budget, Optional<Stay> stay, long priority) {
        var plain = pod(node, name, held, budget, stay);
        pods.add(new PlacedPod(
                plain.namespace(),
                plain.name(),
                plain.node(),
                plain.ask(),
                plain.owner(),
                priority,
                plain.workSince(),
                budget,
                stay));
        return this;
    }

    private static PlacedPod pod(String node, String name, long held, Optional<Budget> budget, Optional<Stay> stay) {
        return new PlacedPod("team", name, node, ask(held), Optional.of("Job/" + name), 0, 0, budget, stay);
    }

    static Ask ask(long gpus) {
        return new Ask(
                Optional.empty(), new TreeMap<>(Map.of(GPU, gpus)), new TreeMap<>(), Optional.empty(), List.of());
    }

    List<PlacedPod> pods() {
        return pods;
    }

    Places places() {
        return new Places(
                gpus.entrySet().stream()
                        .map(node -> place(node.getKey(), node.getValue()))
                        .toList(),
                Surroundings.NONE);
    }

    private Place place(String name, long has) {
        var taken = new TreeMap<String, Long>();
        pods.stream().filter(pod -> pod.node().equals(name)).forEach(pod -> {
            taken.merge(GPU, pod.gpus(), Long::sum);
            taken.merge(Resource.PODS, 1L, Long::sum);
        });
        var amounts = new TreeMap<>(Map.of(GPU, has, Resource.PODS, 110L));
        return new Place(
                name,
                new NodeState(true, false, List.of(), amounts, amounts, new TreeMap<>(), Optional.empty()),
                taken);
    }

    MoveList find(long size) {
        return new MoveSearch(places(), pods, 3_600_000).find(ask(size), 0);
    }

    /// Returns moves as `a-0 b`.
    static List<String> text(MoveList list) {
        return list.moves().stream()
                .map(move -> move.pod().name() + " " + move.to())
                .toList();
    }
}
