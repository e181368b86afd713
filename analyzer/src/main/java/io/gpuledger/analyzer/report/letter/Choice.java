package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.advice.WorkloadName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/// Divides advice into what a letter begins with and what follows further down.
///
/// @param biggest those that save most, one of a workload at most
/// @param others all other changes, those that save most first
/// @param warnings what saves nothing, and may break
record Choice(List<Advice> biggest, List<Advice> others, List<Advice> warnings) {
    private static final int BIGGEST_MAX = 3;

    /// Money counts before time, as GPUs cost differently. Amounts in several currencies are not compared: then
    /// it is time that counts.
    static Choice of(List<Advice> all) {
        var changes = all.stream()
                .filter(advice -> advice.kind() != Advice.Kind.WARNING)
                .sorted(order(all))
                .toList();
        var workloads = new HashSet<WorkloadName>();
        var biggest = new ArrayList<Advice>();
        var others = new ArrayList<Advice>();
        for (var advice : changes) {
            var isBig = advice.saving().millis() > 0 && biggest.size() < BIGGEST_MAX;
            (isBig && workloads.add(advice.workload()) ? biggest : others).add(advice);
        }
        var warnings = all.stream()
                .filter(advice -> advice.kind() == Advice.Kind.WARNING)
                .toList();
        return new Choice(List.copyOf(biggest), List.copyOf(others), warnings);
    }

    private static Comparator<Advice> order(List<Advice> all) {
        var currencies = all.stream()
                .flatMap(advice -> advice.saving().cost().keySet().stream())
                .distinct()
                .count();
        var byTime = Comparator.<Advice>comparingLong(advice -> -advice.saving().millis());
        return currencies == 1
                ? Comparator.<Advice>comparingLong(advice -> -advice.saving().cost().values().stream()
                                .mapToLong(micros -> micros)
                                .sum())
                        .thenComparing(byTime)
                : byTime;
    }

    boolean isEmpty() {
        return biggest.isEmpty() && others.isEmpty() && warnings.isEmpty();
    }
}
