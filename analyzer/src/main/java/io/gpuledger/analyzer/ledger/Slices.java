package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Finds what a GPU was cut into from when to when, and how many of its compute slices each instance had. Instances
/// that are told of at the same instant were there together. Where two instants tell of different instances, the GPU
/// was cut anew in the middle between them. Where nothing was told within reach ([Reach#MILLIS]), it is taken to be
/// whole.
final class Slices {
    /// The name of the unit that consists of the slices of a GPU that are in no instance.
    static final String REST = "rest";

    private static final int USUAL = 7;

    /// How a GPU was cut into instances for a time.
    ///
    /// @param of how many slices each instance has; this is empty where the GPU is a unit itself
    /// @param all how many slices the GPU has
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

    /// How a GPU was cut into instances at an instant.
    ///
    /// @param of how many slices each instance has
    /// @param all how many slices the GPU has
    private record Layout(SortedMap<String, Integer> of, int all) {
        private static final Layout WHOLE = new Layout(new TreeMap<>(), 1);

        Cut during(Span span) {
            var sum = of.values().stream().mapToInt(slices -> slices).sum();
            return new Cut(span, of, of.isEmpty() ? 1 : Math.max(sum, all));
        }
    }

    /// Returns how the GPU was cut, sorted by time and without a gap, from the beginning of time to its end.
    static List<Cut> of(GpuFacts facts) {
        var instances = facts.rows().keySet().stream()
                .filter(unit -> unit.instance().isPresent())
                .toList();
        return instances.isEmpty()
                ? List.of(Layout.WHOLE.during(new Span(Long.MIN_VALUE, Long.MAX_VALUE)))
                : cuts(told(facts, instances));
    }

    private static NavigableMap<Long, Layout> told(GpuFacts facts, List<UnitId> instances) {
        var told = new TreeMap<Long, SortedMap<String, Integer>>();
        facts.of(facts.gpu()).forEach(row -> told.put(row.millis(), new TreeMap<>()));
        for (var instance : instances) {
            var rows = facts.of(instance);
            var slices = rows.stream()
                    .flatMap(row -> slices(row).stream())
                    .findFirst()
                    .orElse(1);
            for (var row : rows) {
                // A row that does not say how many slices the instance has leaves them as they were.
                slices = slices(row).orElse(slices);
                told.computeIfAbsent(row.millis(), _ -> new TreeMap<>())
                        .put(instance.instance().orElse(""), slices);
            }
        }
        var all = facts.model().map(Slices::all);
        var layouts = new TreeMap<Long, Layout>();
        told.forEach((at, of) -> layouts.put(
                at, of.isEmpty() ? Layout.WHOLE : new Layout(of, all.at(at).orElse(USUAL))));
        return layouts;
    }

    private static Optional<Integer> slices(Row row) {
        return row.unit().computeSlices().or(() -> slices(row.unit()));
    }

    /// Returns how many slices the profile of a unit names: `1g.10gb` names 1.
    private static Optional<Integer> slices(Unit unit) {
        return unit.profile()
                .map(profile -> profile.substring(0, Math.max(0, profile.indexOf('g'))))
                .filter(digits -> !digits.isEmpty() && digits.length() <= 2)
                .filter(digits -> digits.chars().allMatch(digit -> digit >= '0' && digit <= '9'))
                .map(Integer::parseInt);
    }

    private static List<Cut> cuts(NavigableMap<Long, Layout> told) {
        var changes = new Changes();
        told.forEach((at, layout) -> {
            var before = told.lowerKey(at);
            var isKnown = before != null && Reach.joins(before, at);
            if (before != null && !isKnown) {
                changes.put(before + Reach.MILLIS, Layout.WHOLE);
            }
            changes.put(isKnown ? before + (at - before) / 2 : at, layout);
        });
        changes.put(told.lastKey() + Reach.MILLIS, Layout.WHOLE);
        return changes.cuts();
    }

    /// Collects the instants at which the GPU was cut anew, and how it was cut from each on.
    private static final class Changes {
        private final List<Long> instants = new ArrayList<>();
        private final List<Layout> layouts = new ArrayList<>();

        Changes() {
            instants.add(Long.MIN_VALUE);
            layouts.add(Layout.WHOLE);
        }

        void put(long at, Layout other) {
            if (!layouts.getLast().equals(other)) {
                instants.add(at);
                layouts.add(other);
            }
        }

        List<Cut> cuts() {
            var cuts = new ArrayList<Cut>();
            for (var i = 0; i < instants.size(); i++) {
                var to = i + 1 < instants.size() ? instants.get(i + 1) : Long.MAX_VALUE;
                cuts.add(layouts.get(i).during(new Span(instants.get(i), to)));
            }
            return cuts;
        }
    }

    /// Returns how many compute slices a whole GPU of a product has.
    private static int all(String model) {
        var words = List.of(model.toUpperCase(Locale.ROOT).split("[^A-Z0-9]+"));
        return words.contains("A30") || words.contains("6000") ? 4 : USUAL;
    }
}
