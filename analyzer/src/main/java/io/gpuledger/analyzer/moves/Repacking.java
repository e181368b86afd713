package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Puts the pods that may move closer together: all are taken off their nodes, and put back by best fit, those with the
/// most GPUs first, each on the node that has the least left of what it wants. A pod that then has room nowhere keeps
/// its node, and all begins anew with it there. Where they stood as close before, they stay.
///
/// This says how much room could be made, and not more than that: how to get there is not said ([MoveSearch] says that
/// of one pod), and another way to put them may leave more.
public final class Repacking {
    /// After so many beginnings all pods stay where they are.
    private static final int TRIES = 16;

    private final List<Place> nodes;
    private final Map<String, Place> byName = new HashMap<>();
    private final Board board;
    private final List<PlacedPod> movable;

    /// A node's number among those with as much left.
    private final Map<String, SortedMap<Long, SortedSet<Integer>>> byLeft = new HashMap<>();

    private Repacking(Places places, List<PlacedPod> pods) {
        this.nodes = places.all();
        nodes.forEach(node -> byName.put(node.name(), node));
        this.board = new Board(places, pods.stream().map(PlacedPod::ask).toList());
        this.movable = pods.stream()
                .filter(pod -> pod.stay().isEmpty() && byName.containsKey(pod.node()))
                .sorted(Comparator.comparingLong((PlacedPod pod) -> -pod.gpus())
                        .thenComparing(PlacedPod::namespace)
                        .thenComparing(PlacedPod::name))
                .toList();
    }

    /// Returns the nodes as they would be then, without those who are on them one by one.
    public static List<Place> of(Places places, List<PlacedPod> pods) {
        return new Repacking(places, pods).nodes();
    }

    private List<Place> nodes() {
        var kept = new ArrayList<PlacedPod>();
        for (var tries = 0; tries < TRIES; tries++) {
            var put = new HashMap<PlacedPod, Integer>();
            var homeless = put(kept, put);
            if (homeless.isEmpty()) {
                var changed = changed(put);
                return concentration(changed) > concentration(nodes) ? changed : nodes;
            }
            kept.add(homeless.get());
        }
        return nodes;
    }

    /// Returns the sum over nodes of the square of what is left of their units: the more of these are together, the
    /// larger it is. Best fit may make it smaller, where nodes differ.
    static double concentration(List<Place> places) {
        return places.stream()
                .flatMapToDouble(place -> place.state().allocatable().keySet().stream()
                        .filter(Resource::isGpu)
                        .mapToDouble(resource -> Math.max(0, place.free(resource))))
                .map(left -> left * left)
                .sum();
    }

    /// Returns the first pod that has room nowhere.
    private Optional<PlacedPod> put(List<PlacedPod> kept, Map<PlacedPod, Integer> put) {
        var going = movable.stream().filter(pod -> !kept.contains(pod)).toList();
        going.forEach(pod -> board.take(board.node(pod.node()), board.need(pod.ask())));
        byLeft.clear();
        var homeless = Optional.<PlacedPod>empty();
        for (var pod : going) {
            var node = best(pod);
            if (node.isEmpty()) {
                homeless = Optional.of(pod);
                break;
            }
            put(pod, node.get());
            put.put(pod, node.get());
        }
        put.forEach((pod, node) -> board.take(node, board.need(pod.ask())));
        going.forEach(pod -> board.put(board.node(pod.node()), board.need(pod.ask())));
        return homeless;
    }

    private Optional<Integer> best(PlacedPod pod) {
        var resource = resource(pod);
        var need = board.need(pod.ask());
        var open = board.open(pod.ask());
        var own = board.node(pod.node());
        for (var alike : left(resource)
                .tailMap(pod.ask().requests().getOrDefault(resource, 1L))
                .values()) {
            if (alike.contains(own) && open[own] && board.fits(own, need)) {
                return Optional.of(own);
            }
            for (var node : alike) {
                if (open[node] && board.fits(node, need)) {
                    return Optional.of(node);
                }
            }
        }
        return Optional.empty();
    }

    private static String resource(PlacedPod pod) {
        return pod.ask().requests().keySet().stream()
                .filter(Resource::isGpu)
                .findFirst()
                .orElse(Resource.PODS);
    }

    private SortedMap<Long, SortedSet<Integer>> left(String resource) {
        return byLeft.computeIfAbsent(resource, _ -> {
            var left = new TreeMap<Long, SortedSet<Integer>>();
            for (var node = 0; node < board.count(); node++) {
                left.computeIfAbsent(board.left(node, List.of(resource)), _ -> new TreeSet<>())
                        .add(node);
            }
            return left;
        });
    }

    private void put(PlacedPod pod, int node) {
        var before = new HashMap<String, Long>();
        byLeft.keySet().forEach(resource -> before.put(resource, board.left(node, List.of(resource))));
        board.put(node, board.need(pod.ask()));
        before.forEach((resource, left) -> {
            var all = left(resource);
            var alike = all.getOrDefault(left, new TreeSet<>());
            alike.remove(node);
            if (alike.isEmpty()) {
                all.remove(left);
            }
            all.computeIfAbsent(board.left(node, List.of(resource)), _ -> new TreeSet<>())
                    .add(node);
        });
    }

    private List<Place> changed(Map<PlacedPod, Integer> put) {
        var changed = new ArrayList<>(nodes);
        put.forEach((pod, node) -> {
            var own = board.node(pod.node());
            if (own != node) {
                changed.set(own, changed.get(own).without(pod.ask()));
                changed.set(node, changed.get(node).with(pod.ask()));
            }
        });
        return changed.stream()
                .map(node -> new Place(node.name(), node.state(), node.taken()))
                .toList();
    }
}
