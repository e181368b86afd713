package io.gpuledger.analyzer.durability;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// For how long something was amiss after each fault, by the kind of the fault.
///
/// @param <F> the kinds
final class FaultTimes<F extends Enum<F>> {
    private final Map<F, List<Double>> seconds;

    FaultTimes(Class<F> kinds) {
        this.seconds = new EnumMap<>(kinds);
    }

    /// Draws the order of so many faults, of which about as many are of each kind.
    static <F> List<F> drawn(F[] kinds, int count, Random random) {
        var faults = new ArrayList<F>();
        while (faults.size() < count) {
            faults.add(kinds[faults.size() % kinds.length]);
        }
        Collections.shuffle(faults, random);
        return faults;
    }

    void add(F fault, double took) {
        seconds.computeIfAbsent(fault, _ -> new ArrayList<>()).add(took);
    }

    /// Returns the longest of some kinds, in seconds.
    double longest(Predicate<F> some) {
        return seconds.entrySet().stream()
                .filter(one -> some.test(one.getKey()))
                .flatMap(one -> one.getValue().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    /// Returns a line of each kind.
    ///
    /// @param what was so again then
    String text(String what) {
        return seconds.entrySet().stream()
                .map(one -> text(one.getKey(), one.getValue(), what))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static String text(Object fault, List<Double> took, String what) {
        var sorted = took.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%s: %d, %s after %.1f s in the middle, %.1f s at most",
                fault,
                sorted.size(),
                what,
                sorted.get(sorted.size() / 2),
                sorted.getLast());
    }
}
