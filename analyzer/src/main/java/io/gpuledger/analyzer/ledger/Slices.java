package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a GPU was cut into from when to when: how many of its compute slices each instance has. What is told of at the
/// same instant was there together; between two instants that tell of other instances, it changed in the middle. Where
/// nothing was told within reach, it is taken to be whole.
final class Slices {
    /// What of a GPU forms no unit.
    static final String REST = "rest";

    private static final int USUAL = 7;

    /// @param of by instance; nothing where the GPU is a unit itself
    /// @param all of the GPU
    record Cut(Span span, SortedMap<String, Integer> of, int all) {
        boolean isWhole() {
            return of.isEmpty();
        }

        int rest() {
            return isWhole()
                    ? 0
                    : all - of.values().stream().mapToInt(slices -> slices).sum();
        }
    }

    private Slices() {}

    /// Sorted, without a gap, from the beginning of time to its end.
    static List<Cut> of(GpuFacts facts) {
        var instances = facts.rows().keySet().stream()
                .filter(unit -> unit.instance().isPresent())
                .toList();
        if (instances.isEmpty()) {
            return List.of(new Cut(new Span(Long.MIN_VALUE, Long.MAX_VALUE), new TreeMap<>(), 1));
        }
        return cuts(told(facts, instances), facts.model());
    }

    private static NavigableMap<Long, SortedMap<String, Integer>> told(GpuFacts facts, List<UnitId> instances) {
        var told = new TreeMap<Long, SortedMap<String, Integer>>();
        facts.of(facts.gpu()).forEach(row -> told.put(row.millis(), new TreeMap<>()));
        for (var instance : instances) {
            var rows = facts.of(instance);
            var slices = rows.stream()
                    .flatMap(row -> slices(row).stream())
                    .reduce((_, last) -> last)
                    .orElse(1);
            for (var row : rows) {
                told.computeIfAbsent(row.millis(), _ -> new TreeMap<>())
                        .put(instance.instance().orElse(""), slices(row).orElse(slices));
            }
        }
        return told;
    }

    private static Optional<Integer> slices(Row row) {
        return row.unit().computeSlices().or(() -> slices(row.unit()));
    }

    /// Of `1g.10gb` 1.
    private static Optional<Integer> slices(Unit unit) {
        return unit.profile()
                .map(profile -> profile.substring(0, Math.max(0, profile.indexOf('g'))))
                .filter(digits -> digits.matches("[0-9]{1,2}"))
                .map(Integer::parseInt);
    }

    private static List<Cut> cuts(NavigableMap<Long, SortedMap<String, Integer>> told, String model) {
        var changes = new Changes();
        told.forEach((at, instances) -> {
            var before = told.lowerKey(at);
            var isKnown = before != null && Reach.joins(before, at);
            if (before != null && !isKnown) {
                changes.put(before + Reach.MILLIS, new TreeMap<>());
            }
            changes.put(isKnown ? before + (at - before) / 2 : at, instances);
        });
        changes.put(told.lastKey() + Reach.MILLIS, new TreeMap<>());
        return changes.cuts(model);
    }

    /// From when on it was cut into what.
    private static final class Changes {
        private final List<Long> instants = new ArrayList<>();
        private final List<SortedMap<String, Integer>> instances = new ArrayList<>();

        Changes() {
            instants.add(Long.MIN_VALUE);
            instances.add(new TreeMap<>());
        }

        void put(long at, SortedMap<String, Integer> others) {
            if (!instances.getLast().equals(others)) {
                instants.add(at);
                instances.add(others);
            }
        }

        List<Cut> cuts(String model) {
            var cuts = new ArrayList<Cut>();
            for (var i = 0; i < instants.size(); i++) {
                var to = i + 1 < instants.size() ? instants.get(i + 1) : Long.MAX_VALUE;
                cuts.add(cut(new Span(instants.get(i), to), instances.get(i), model));
            }
            return cuts;
        }
    }

    private static Cut cut(Span span, SortedMap<String, Integer> of, String model) {
        var sum = of.values().stream().mapToInt(slices -> slices).sum();
        return new Cut(span, of, of.isEmpty() ? 1 : Math.max(sum, all(model)));
    }

    /// How many compute slices a whole GPU of a product has.
    private static int all(String model) {
        var words = List.of(model.toUpperCase(Locale.ROOT).split("[^A-Z0-9]+"));
        return words.contains("A30") || words.contains("6000") ? 4 : USUAL;
    }
}
