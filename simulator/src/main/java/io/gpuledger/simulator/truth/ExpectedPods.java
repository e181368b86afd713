package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodLife;
import io.gpuledger.simulator.cluster.PodState.Placement;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Chapter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Which pods are to be expected in a cluster on a day: of each kind of GPU, and of each profile of MIG devices, the
/// fewest kinds of pods that had 95 % of its time in the two weeks before. Time that is a week older counts half.
///
/// As long as no pod has had any, one pod is expected for each kind, which asks for one unit and goes anywhere.
final class ExpectedPods {
    private static final double DAY = 86_400;
    private static final double REACH_DAYS = 14;
    private static final double HALF_LIFE_DAYS = 7;
    private static final double ENOUGH = 0.95;

    /// A kind of units: those that pods ask for by the same name, on nodes of the same product.
    private record Sort(String resource, String product) {}

    private final Cluster cluster;
    private final Map<String, Chapter> chapters = new HashMap<>();
    private final Map<Long, List<Ask>> days = new HashMap<>();

    ExpectedPods(Cluster cluster) {
        this.cluster = cluster;
        cluster.chapters().forEach(chapter -> chapters.put(chapter.node().name(), chapter));
    }

    /// Returns what the pods ask for that are expected on the day of a second.
    List<Ask> at(long second) {
        return days.computeIfAbsent(Math.floorDiv(second, (long) DAY), this::find);
    }

    private List<Ask> find(long day) {
        var times = new HashMap<Sort, Map<Ask, Double>>();
        for (var life : cluster.pods()) {
            life.placed().flatMap(state -> state.placement()).ifPresent(place -> add(times, day, life, place));
        }
        if (times.isEmpty()) {
            return oneOfEach();
        }
        var enough = new LinkedHashSet<Ask>();
        times.values().forEach(asks -> enough.addAll(enough(asks)));
        return List.copyOf(enough);
    }

    private void add(Map<Sort, Map<Ask, Double>> times, long day, PodLife life, Placement place) {
        var from = Math.clamp(day - life.onNode().from() / DAY, 0, REACH_DAYS);
        var to = Math.clamp(day - life.onNode().to() / DAY, 0, REACH_DAYS);
        var ask = withoutPriority(life.begin().ask());
        var resource = ask.unitResource();
        var chapter = chapters.get(place.node());
        if (from > to && resource.isPresent() && chapter != null) {
            var product = NodeState.labels(chapter.node()).getOrDefault(NodeState.PRODUCT, "");
            times.computeIfAbsent(new Sort(resource.get(), product), _ -> new HashMap<>())
                    .merge(ask, ask.units() * (halved(to) - halved(from)), Double::sum);
        }
    }

    /// Returns the ask without its priority, which makes no difference to a node.
    private static Ask withoutPriority(Ask ask) {
        return Ask.of(ask.requests()).selecting(ask.selector()).tolerating(ask.tolerated());
    }

    /// Returns the integral of what a day counts that was so long ago, from there to the infinite past, but for a
    /// factor that is the same for all.
    private static double halved(double days) {
        return Math.pow(0.5, days / HALF_LIFE_DAYS);
    }

    private static List<Ask> enough(Map<Ask, Double> asks) {
        var missing =
                ENOUGH * asks.values().stream().mapToDouble(Double::doubleValue).sum();
        var enough = new ArrayList<Ask>();
        for (var next : asks.entrySet().stream()
                .sorted(Map.Entry.<Ask, Double>comparingByValue(Comparator.reverseOrder()))
                .toList()) {
            if (missing <= 0) {
                break;
            }
            enough.add(next.getKey());
            missing -= next.getValue();
        }
        return enough;
    }

    private List<Ask> oneOfEach() {
        var taints = cluster.chapters().stream()
                .flatMap(chapter -> chapter.node().taints().stream())
                .distinct()
                .toList();
        return cluster.chapters().stream()
                .flatMap(chapter -> chapter.node().gpus().stream())
                .flatMap(gpu -> gpu.units().stream())
                .map(Resource::of)
                .distinct()
                .map(resource -> Ask.of(new TreeMap<>(Map.of(resource, 1L))).tolerating(taints))
                .toList();
    }
}
