package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// How much of an hour of its GPU each unit is, second by second: by what the GPU was drawn to be cut into when it was
/// told of next to that second, and not by what was told.
final class Weights {
    static final long STEP_MILLIS = 1000;
    /// Allows for this many instants within an hour at which a cut, or the time in the fleet, begins or ends.
    /// Each may lie within a step, which is counted here as if it were all on one side of the instant.
    static final int EDGES = 8;

    private final DrawnGpu gpu;
    private final TreeSet<Long> told = new TreeSet<>();

    Weights(DrawnGpu gpu) {
        this.gpu = gpu;
        gpu.facts().rows().values().stream()
                .flatMap(rows -> rows.stream().map(Row::millis))
                .forEach(told::add);
    }

    /// Milliseconds of the GPU, by unit.
    Map<UnitId, Double> hour(long hour) {
        var weights = new HashMap<UnitId, Double>();
        for (var at = hour + STEP_MILLIS / 2; at < hour + Hour.MILLIS; at += STEP_MILLIS) {
            var millis = at;
            if (gpu.facts().inFleet().stream().anyMatch(there -> there.contains(millis))) {
                add(slices(millis), weights);
            }
        }
        return weights;
    }

    private void add(Map<String, Integer> slices, Map<UnitId, Double> weights) {
        if (slices.isEmpty()) {
            add("", 1, weights);
            return;
        }
        var all = gpu.facts().model().at(0).orElse("").contains("A30") ? 4.0 : 7.0;
        slices.forEach((number, some) -> add(number, some / all, weights));
        add("rest", 1 - slices.values().stream().mapToInt(some -> some).sum() / all, weights);
    }

    private void add(String instance, double part, Map<UnitId, Double> weights) {
        var unit = gpu.facts().gpu();
        weights.merge(
                new UnitId(unit.cluster(), unit.gpu(), Optional.of(instance).filter(number -> !number.isEmpty())),
                part * STEP_MILLIS,
                Double::sum);
    }

    /// Nothing where it is whole, or where nobody knows.
    private Map<String, Integer> slices(long millis) {
        return nearest(millis)
                .flatMap(at -> gpu.cuts().stream()
                        .filter(cut -> cut.there().contains(at))
                        .findFirst())
                .map(DrawnGpu.Cut::slices)
                .orElse(Map.of());
    }

    private Optional<Long> nearest(long millis) {
        var before = told.floor(millis);
        var after = told.higher(millis);
        if (before == null) {
            return Optional.empty();
        }
        var six = 6 * Hour.MILLIS;
        if (after == null || after - before > six) {
            return Optional.of(before).filter(last -> millis < last + six);
        }
        return Optional.of(millis - before < after - millis ? before : after);
    }
}
