package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.cluster.Resource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The pods that usually come here: shapes, each with how often it is the next that comes.
///
/// @param shapes the most frequent first
public record TypicalPods(List<Weighted> shapes) {
    /// So much of all that came is typical.
    private static final double TYPICAL_PART = 0.95;
    private static final int WHOLE_MILLIS = 1_000;
    public static final String PRODUCT = "nvidia.com/gpu.product";

    private static final Comparator<Map.Entry<PodShape, Double>> FREQUENT_FIRST =
            Map.Entry.<PodShape, Double>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey())
                    .reversed();

    /// A shape of pods.
    ///
    /// @param part of all pods that are of this shape, from 0 to 1
    public record Weighted(PodShape shape, double part) {}

    public TypicalPods {
        shapes = List.copyOf(shapes);
    }

    /// Returns those of a lens that ask for units of a resource, by their GPU time. A pod that selects a product wants
    /// no other.
    public static TypicalPods of(Lens lens, String resource) {
        var asking = lens.pods().stream().filter(pod -> pod.wants(resource) > 0).toList();
        var all = asking.stream().mapToDouble(ExpectedPod::part).sum();
        return new TypicalPods(asking.stream()
                .map(pod -> new Weighted(shape(pod, resource), pod.part() / all))
                .toList());
    }

    private static PodShape shape(ExpectedPod pod, String resource) {
        return new PodShape(
                pod.wants(Resource.CPU),
                (int) Math.min(Integer.MAX_VALUE, pod.wants(resource)),
                WHOLE_MILLIS,
                Optional.ofNullable(pod.ask().selector().get(PRODUCT))
                        .map(Set::of)
                        .orElse(Set.of()));
    }

    /// Returns those that make up 95 % of pods, each of which counts once.
    public static TypicalPods of(Stream<PodShape> pods) {
        var weights = new HashMap<PodShape, Double>();
        pods.forEach(shape -> weights.merge(shape, 1.0, Double::sum));
        return of(weights);
    }

    /// Returns the fewest shapes that make up 95 % of all weights, with parts that add up to 1.
    public static TypicalPods of(Map<PodShape, Double> weights) {
        var enough = TYPICAL_PART
                * weights.values().stream().mapToDouble(Double::doubleValue).sum();
        var typical = new ArrayList<Map.Entry<PodShape, Double>>();
        var sum = 0.0;
        for (var next : weights.entrySet().stream().sorted(FREQUENT_FIRST).toList()) {
            if (sum >= enough) {
                break;
            }
            typical.add(next);
            sum += next.getValue();
        }
        var all = sum;
        return new TypicalPods(typical.stream()
                .map(one -> new Weighted(one.getKey(), one.getValue() / all))
                .toList());
    }
}
