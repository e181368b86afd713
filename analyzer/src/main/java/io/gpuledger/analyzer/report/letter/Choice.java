package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.advice.Advisor;
import io.gpuledger.analyzer.advice.WorkloadName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// Divides advice into what a letter begins with and what follows further down.
///
/// @param biggest those that save most, one of a workload at most
/// @param others all other changes, those that save most first
/// @param warnings what saves nothing, and may break
record Choice(List<Advice> biggest, List<Advice> others, List<Advice> warnings) {
    private static final int BIGGEST_MAX = 3;

    static Choice of(List<Advice> all) {
        var sorted = Advisor.bestFirst(all);
        var workloads = new HashSet<WorkloadName>();
        var biggest = new ArrayList<Advice>();
        var others = new ArrayList<Advice>();
        for (var advice :
                sorted.stream().filter(one -> one.kind() != Advice.Kind.WARNING).toList()) {
            var isBig = savesAnything(advice) && biggest.size() < BIGGEST_MAX;
            (isBig && workloads.add(advice.workload()) ? biggest : others).add(advice);
        }
        var warnings = sorted.stream()
                .filter(advice -> advice.kind() == Advice.Kind.WARNING)
                .toList();
        return new Choice(List.copyOf(biggest), List.copyOf(others), warnings);
    }

    private static boolean savesAnything(Advice advice) {
        return advice.saving().millis() > 0
                || advice.saving().cost().values().stream().anyMatch(micros -> micros > 0);
    }

    boolean isEmpty() {
        return biggest.isEmpty() && others.isEmpty() && warnings.isEmpty();
    }
}
