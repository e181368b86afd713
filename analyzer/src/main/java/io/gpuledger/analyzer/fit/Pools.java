package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.Slice.Reach;
import io.gpuledger.analyzer.fit.device.Pool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The pools of devices that can be had from each node, as the scheduler puts them together: of the slices that
/// a node can have devices of, those of the newest generation. One thread uses it.
final class Pools {
    private final List<Slice> slices;
    private final Map<String, List<Integer>> ofNodes = new HashMap<>();
    private final List<Integer> others = new ArrayList<>();
    /// Pools that are the same from several nodes are one.
    private final Map<List<Integer>, Pool> known = new HashMap<>();

    Pools(List<Slice> slices) {
        this.slices = slices;
        for (var i = 0; i < slices.size(); i++) {
            if (slices.get(i).reach() instanceof Reach.Node(var name)) {
                ofNodes.computeIfAbsent(name, _ -> new ArrayList<>()).add(i);
            } else {
                others.add(i);
            }
        }
    }

    List<Pool> of(Place place) {
        var within = new TreeMap<String, List<Integer>>();
        ofNodes.getOrDefault(place.name(), List.of()).forEach(slice -> add(slice, within));
        others.stream()
                .filter(slice -> reaches(slices.get(slice).reach(), place))
                .forEach(slice -> add(slice, within));
        return within.values().stream()
                .map(newest -> known.computeIfAbsent(newest, this::pool))
                .toList();
    }

    private static boolean reaches(Reach reach, Place place) {
        return switch (reach) {
            case Reach.Node(var name) -> name.equals(place.name());
            case Reach.Nodes(var terms) -> terms.stream().anyMatch(term -> term.isMatchedBy(place));
            // Where nobody knows, it may be anywhere.
            case Reach.Everywhere _, Reach.Unknown _ -> true;
        };
    }

    private void add(int slice, Map<String, List<Integer>> within) {
        var pool = within.computeIfAbsent(slices.get(slice).pool(), _ -> new ArrayList<>());
        var generation =
                pool.isEmpty() ? Long.MIN_VALUE : slices.get(pool.getFirst()).generation();
        if (slices.get(slice).generation() > generation) {
            pool.clear();
        }
        if (slices.get(slice).generation() >= generation) {
            pool.add(slice);
        }
    }

    private Pool pool(List<Integer> of) {
        var first = slices.get(of.getFirst());
        return new Pool(
                first.pool(),
                of.stream()
                        .flatMap(slice -> slices.get(slice).devices().stream())
                        .toList(),
                of.size(),
                of.size() == first.slices(),
                of.stream()
                        .map(slices::get)
                        .anyMatch(slice -> slice.isUnread() || slice.reach() instanceof Reach.Unknown));
    }
}
