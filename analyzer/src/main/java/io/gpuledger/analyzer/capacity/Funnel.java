package io.gpuledger.analyzer.capacity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// How much of the capacity reaches which stage, and what is lost on the way.
///
///     a stage = the sum of all parts that reach it
///     a stage = the next one + the losses between them
///
/// @param parts of the capacity, each state and cause once
public record Funnel(List<Part> parts) {
    private static final Comparator<Part> LARGEST_FIRST =
            Comparator.comparingLong(Part::millis).reversed();

    /// A stage of it.
    ///
    /// @param losses what of it does not reach the next stage, the largest first
    public record Step(Stage stage, long millis, List<Part> losses) {
        public Step {
            losses = List.copyOf(losses);
        }

        public long lost() {
            return losses.stream().mapToLong(Part::millis).sum();
        }
    }

    public Funnel {
        parts = List.copyOf(parts);
    }

    public long millis(Stage stage) {
        return parts.stream()
                .filter(part -> Stage.reached(part.state()).compareTo(stage) >= 0)
                .mapToLong(Part::millis)
                .sum();
    }

    public List<Step> steps() {
        var steps = new ArrayList<Step>();
        for (var stage : Stage.ALL) {
            steps.add(new Step(stage, millis(stage), stage == Stage.EFFECTIVE ? List.of() : ending(stage)));
        }
        return steps;
    }

    private List<Part> ending(Stage stage) {
        return parts.stream()
                .filter(part -> Stage.reached(part.state()) == stage && part.millis() > 0)
                .sorted(LARGEST_FIRST)
                .toList();
    }

    /// Returns the three factors of which the part of the capacity that was effective is the product.
    public Factors factors() {
        return new Factors(millis(Stage.DELIVERED), millis(Stage.HELD), millis(Stage.ACTIVE), millis(Stage.EFFECTIVE));
    }

    /// Returns what parts cost together, by currency.
    public static SortedMap<String, Long> cost(Collection<Part> parts) {
        var all = new TreeMap<String, Long>();
        parts.forEach(part -> part.cost().forEach((currency, micros) -> all.merge(currency, micros, Math::addExact)));
        return Collections.unmodifiableSortedMap(all);
    }
}
