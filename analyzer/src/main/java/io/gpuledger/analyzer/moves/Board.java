package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Places;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// What is left of each node while pods are moved to and fro to see what comes of it. It knows of what can be counted
/// and of what the nodes themselves are; who is near whom is left to [Places].
final class Board {
    private final Places places;
    private final List<String> resources;
    private final Map<String, Integer> nodes = new HashMap<>();
    private final long[][] free;
    private final long[][] allocatable;
    private final Map<Ask, boolean[]> open = new HashMap<>();

    /// @param asks of all pods that are put on it or taken off it
    Board(Places places, Collection<Ask> asks) {
        this.places = places;
        var names = new TreeSet<String>();
        asks.forEach(ask -> names.addAll(ask.requests().keySet()));
        names.remove(Resource.PODS);
        this.resources = new ArrayList<>(names);
        resources.addFirst(Resource.PODS);
        var count = places.all().size();
        this.free = new long[count][resources.size()];
        this.allocatable = new long[count][resources.size()];
        for (var node = 0; node < count; node++) {
            var place = places.all().get(node);
            nodes.put(place.name(), node);
            for (var i = 0; i < resources.size(); i++) {
                free[node][i] = place.free(resources.get(i));
                allocatable[node][i] = place.allocatable(resources.get(i));
            }
        }
    }

    int count() {
        return free.length;
    }

    int node(String name) {
        return nodes.getOrDefault(name, -1);
    }

    String name(int node) {
        return places.all().get(node).name();
    }

    /// Returns how much a pod takes of each resource.
    long[] need(Ask ask) {
        var need = new long[resources.size()];
        for (var i = 0; i < need.length; i++) {
            need[i] =
                    resources.get(i).equals(Resource.PODS) ? 1 : ask.requests().getOrDefault(resources.get(i), 0L);
        }
        return need;
    }

    /// Says for each node whether a pod may be there. What it is to other pods is not asked.
    boolean[] open(Ask ask) {
        var essence = new Ask(ask.node(), new TreeMap<>(), ask.selector(), ask.affinity(), ask.tolerations());
        return open.computeIfAbsent(essence, places::open);
    }

    /// A request of nothing is met anywhere, also where more is taken than there is.
    boolean fits(int node, long[] need) {
        for (var i = 0; i < need.length; i++) {
            if (need[i] > 0 && need[i] > free[node][i]) {
                return false;
            }
        }
        return true;
    }

    /// Says whether it would fit if nobody else were there.
    boolean couldFit(int node, long[] need) {
        for (var i = 0; i < need.length; i++) {
            if (need[i] > allocatable[node][i]) {
                return false;
            }
        }
        return true;
    }

    /// Returns how much is missing of each resource.
    long[] missing(int node, long[] need) {
        var missing = new long[need.length];
        for (var i = 0; i < need.length; i++) {
            missing[i] = need[i] == 0 ? 0 : Math.max(0, need[i] - free[node][i]);
        }
        return missing;
    }

    void put(int node, long[] need) {
        for (var i = 0; i < need.length; i++) {
            free[node][i] -= need[i];
        }
    }

    void take(int node, long[] need) {
        for (var i = 0; i < need.length; i++) {
            free[node][i] += need[i];
        }
    }

    /// Returns what is left of a node, so that nodes of which as much is left are known.
    List<Long> left(int node) {
        return Arrays.stream(free[node]).boxed().toList();
    }

    /// Returns how much of some resources is left of a node: the less, the better a pod fits there.
    long left(int node, Collection<String> of) {
        var left = 0L;
        for (var i = 0; i < resources.size(); i++) {
            if (of.contains(resources.get(i))) {
                left += free[node][i];
            }
        }
        return left;
    }
}
