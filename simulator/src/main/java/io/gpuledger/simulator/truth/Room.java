package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.story.Ask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// What a node has left while nothing changes, and what of it is of use to the pods that are expected. It is found by
/// trying: of so many units, whether there is a pod that has the cores for them, and which pods fill the most.
///
/// @param left what of each resource is left
record Room(NodeState node, Map<String, Long> left) {
    private static final List<String> OF_THE_HOST = List.of(Resource.CPU, Resource.MEMORY, Resource.PODS);

    /// Returns the causes for which some of these units are of no use, one for each that is of none.
    List<Cause> causes(String resource, int units, List<Ask> expected) {
        var asking = expected.stream().filter(ask -> ask.amount(resource) > 0).toList();
        if (asking.isEmpty()) {
            return fill(
                    new ArrayList<>(), resource.equals(Resource.GPU) ? Cause.SKU_MISMATCH : Cause.MIG_REMAINDER, units);
        }
        var causes = new ArrayList<Cause>();
        var comers = new Comers(asking);
        comers.keep(Cause.SKU_MISMATCH, ask -> isSelected(ask, NodeState.PRODUCT));
        comers.keep(
                Cause.TAINT_MISMATCH,
                ask -> ask.tolerated().containsAll(node.node().taints()));
        comers.keep(Cause.TOPOLOGY, ask -> ask.selector().keySet().stream().allMatch(name -> isSelected(ask, name)));
        fill(causes, Cause.HOST_CPU, units - most(Resource.CPU, resource, units, comers.left));
        fill(causes, Cause.HOST_MEMORY, units - most(Resource.MEMORY, resource, units, comers.left));
        fill(causes, Cause.HOST_OTHER, units - most(Resource.PODS, resource, units, comers.left));
        fill(causes, Cause.FRAGMENTED, units - new Filling(resource, comers.left).most(0, units, left));
        comers.against.forEach(cause -> fill(causes, cause, units));
        return causes;
    }

    private static List<Cause> fill(List<Cause> causes, Cause cause, int until) {
        while (causes.size() < until) {
            causes.add(cause);
        }
        return causes;
    }

    private boolean isSelected(Ask ask, String label) {
        var wanted = ask.selector().get(label);
        return wanted == null || wanted.equals(node.labels().get(label));
    }

    private static long need(Ask ask, String resource) {
        return resource.equals(Resource.PODS) ? 1 : ask.amount(resource);
    }

    private int most(String ofHost, String resource, int units, List<Ask> comers) {
        for (var some = units; some > 0; some--) {
            for (var ask : comers) {
                if (some * need(ask, ofHost) <= left.getOrDefault(ofHost, 0L) * ask.amount(resource)) {
                    return some;
                }
            }
        }
        return 0;
    }

    /// The pods that could come to the node. Where something keeps all of them away, they stay, as there are to be
    /// some always, and it is noted what that is.
    private static final class Comers {
        private final List<Cause> against = new ArrayList<>();
        private List<Ask> left;

        Comers(List<Ask> all) {
            this.left = all;
        }

        void keep(Cause otherwise, Predicate<Ask> which) {
            if (!against.isEmpty()) {
                return;
            }
            var kept = left.stream().filter(which).toList();
            if (kept.isEmpty()) {
                against.add(otherwise);
            } else {
                left = kept;
            }
        }
    }

    /// Finds how many units pods can fill at most, by trying each kind of pod as often as there is room for it.
    private record Filling(String resource, List<Ask> kinds, Map<List<Long>, Integer> known) {
        Filling(String resource, List<Ask> kinds) {
            this(resource, kinds, new HashMap<>());
        }

        /// Returns how many of so many units can be filled by pods of the kinds from a place on.
        int most(int place, int units, Map<String, Long> left) {
            if (place == kinds.size() || units == 0) {
                return 0;
            }
            var key = new ArrayList<>(List.of((long) place, (long) units));
            OF_THE_HOST.forEach(name -> key.add(left.getOrDefault(name, 0L)));
            var before = known.get(key);
            if (before != null) {
                return before;
            }
            var best = most(place + 1, units, left);
            var ask = kinds.get(place);
            var wanted = (int) ask.amount(resource);
            if (best < units && wanted <= units && hasRoom(ask, left)) {
                best = Math.max(best, wanted + most(place, units - wanted, without(ask, left)));
            }
            known.put(key, best);
            return best;
        }

        private static boolean hasRoom(Ask ask, Map<String, Long> left) {
            return OF_THE_HOST.stream().allMatch(name -> need(ask, name) <= left.getOrDefault(name, 0L));
        }

        private static Map<String, Long> without(Ask ask, Map<String, Long> left) {
            var less = new HashMap<>(left);
            OF_THE_HOST.forEach(name -> less.merge(name, -need(ask, name), Long::sum));
            return less;
        }
    }
}
