package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.SLOW;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Compares the GPUs of one pod with each other, as all of them do the same work: one that runs at a lower
/// clock than the others holds all of them up.
///
/// A GPU is slow where its clock is below 85 % of the median of its pod's GPUs that are at work. It takes four
/// of them, so that the median is not the slow one's. GPUs of other pods are no measure: what a GPU computes
/// decides how far its power limit lets the clock go. While too few are at work nothing is known, and what was found
/// stands until the pod has gone.
final class Peers {
    private static final int LEAST = 4;
    private static final double AT_WORK = 0.5;
    private static final double SLOW_PART = 0.85;

    /// A pod of a cluster.
    private record Pod(String cluster, String name) {}

    private Peers() {}

    /// Judges all of them by their last readings.
    static void judge(Collection<UnitWatch> units) {
        Map<Pod, List<UnitWatch>> pods = new HashMap<>();
        for (var unit : units) {
            unit.pod()
                    .ifPresentOrElse(
                            name -> pods.computeIfAbsent(new Pod(unit.cluster(), name), _ -> new ArrayList<>())
                                    .add(unit),
                            unit::notSlow);
        }
        pods.values().forEach(Peers::judgePod);
    }

    private static void judgePod(List<UnitWatch> all) {
        var atWork = all.stream()
                .filter(unit -> unit.activity() >= AT_WORK && unit.clock() > 0)
                .toList();
        if (all.size() < LEAST) {
            all.forEach(UnitWatch::notSlow);
            return;
        }
        if (atWork.size() < LEAST) {
            all.forEach(UnitWatch::pauses);
            return;
        }
        var median =
                median(atWork.stream().mapToDouble(UnitWatch::clock).sorted().toArray());
        for (var unit : atWork) {
            if (unit.clock() < SLOW_PART * median) {
                unit.slow(
                        Sign.of(
                                SLOW,
                                WARNING,
                                () ->
                                        "it runs at %.0f MHz, and the %d GPUs of its pod that are at work at %.0f in the middle"
                                                .formatted(unit.clock() / 1e6, atWork.size(), median / 1e6)),
                        1 - unit.clock() / median);
            } else {
                unit.notSlow();
            }
        }
    }

    private static double median(double[] sorted) {
        var middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
