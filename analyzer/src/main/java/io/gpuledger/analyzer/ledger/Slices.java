package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a GPU was cut into from when to when: how many of its compute slices each instance has. What is told of at the
/// same instant was there together; between two instants that tell of other instances, it changed in the middle.
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

    private static SortedMap<Long, SortedMap<String, Integer>> told(GpuFacts facts, List<UnitId> instances) {
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
                        .put(instance.instance().orElse(""), slices);
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

    private static List<Cut> cuts(SortedMap<Long, SortedMap<String, Integer>> told, String model) {
        var cuts = new ArrayList<Cut>();
        var from = Long.MIN_VALUE;
        var before = told.firstKey();
        for (var entry : told.entrySet()) {
            var last = told.get(before);
            if (last != null && !last.equals(entry.getValue())) {
                var at = before + (entry.getKey() - before) / 2;
                cuts.add(cut(new Span(from, at), last, model));
                from = at;
            }
            before = entry.getKey();
        }
        cuts.add(cut(new Span(from, Long.MAX_VALUE), told.getOrDefault(before, new TreeMap<>()), model));
        return cuts;
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
