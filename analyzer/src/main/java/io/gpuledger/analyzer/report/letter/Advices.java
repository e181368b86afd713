package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.advice.WorkloadName;
import io.gpuledger.analyzer.report.Week;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Knows what a team may change about its workloads.
@FunctionalInterface
public interface Advices {
    /// What is to be said of a team's workloads beside their numbers.
    ///
    /// @param exempt the workloads that are not to be told to change anything, with the reason that their
    ///     owners gave
    record Advised(List<Advice> advice, Map<WorkloadName, String> exempt) {
        public Advised {
            advice = List.copyOf(advice);
            exempt = Map.copyOf(exempt);
        }

        Optional<String> exempt(WorkloadName workload) {
            return Optional.ofNullable(exempt.get(workload));
        }

        /// Whether it may be said: exempt workloads are only warned, and nobody is told to stop what could not
        /// be seen.
        boolean maySay(Advice one, boolean isUnseen) {
            return one.kind() == Advice.Kind.WARNING
                    || (exempt(one.workload()).isEmpty() && !(isUnseen && one.kind() == Advice.Kind.STOP));
        }
    }

    Advised of(String team, Week week);

    /// Has nothing to say of any team.
    static Advices none() {
        return (_, _) -> new Advised(List.of(), Map.of());
    }
}
