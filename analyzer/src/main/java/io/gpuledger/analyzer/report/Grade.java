package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.util.List;
import java.util.Optional;

/// How well units were used by who held them, by the mean of their activity past the start: A from 80 %, B from 50, C
/// from 20, D from 5, F below. 80 % of the multiprocessors active is what work that uses a GPU well has; of the other
/// measures, which say less, the same marks are easier to get.
///
/// @param measure that of which the mean is, the best that is known
public record Grade(Letter letter, Measure measure, double mean) {
    /// As at school.
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

    /// Nothing where no activity of its own is known.
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
