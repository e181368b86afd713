package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.util.List;
import java.util.Optional;

/// How well units were used by their holders, by the mean of their activity after the start: A from 80 %, B from 50, C
/// from 20, D from 5, F below. Work that uses a GPU well has 80 % of the multiprocessors active; the other measures say
/// less, and the same grades are easier to get by them.
///
/// @param measure the measure that the mean is of, which is the best that is known
public record Grade(Letter letter, Measure measure, double mean) {
    /// The grades are named as at school, each with the mean from which it is given.
    public enum Letter {
        A(0.8),
        B(0.5),
        C(0.2),
        D(0.05),
        F(0);

        private final double from;

        Letter(double from) {
            this.from = from;
        }

        static Letter of(double mean) {
            return List.of(values()).stream()
                    .filter(letter -> mean >= letter.from)
                    .findFirst()
                    .orElse(F);
        }
    }

    private static final List<Measure> BEST_FIRST =
            List.of(Measure.SM_ACTIVE, Measure.ENGINE_ACTIVE, Measure.UTILIZATION);

    /// Returns the grade of a usage. Empty where no activity of its own is known.
    public static Optional<Grade> of(WorkloadUsage usage) {
        return BEST_FIRST.stream()
                .filter(usage.means()::containsKey)
                .findFirst()
                .map(measure -> of(measure, usage.means().getOrDefault(measure, 0.0)));
    }

    static Grade of(Measure measure, double mean) {
        return new Grade(Letter.of(mean), measure, mean);
    }
}
