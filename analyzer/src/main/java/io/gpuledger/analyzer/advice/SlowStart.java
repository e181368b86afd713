package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.util.Optional;
import java.util.Set;

/// At least 5 % of what a workload held in the reported week, and two GPU-hours, was `starting`: the pods held
/// GPUs and had not been active yet. What of it is pulling an image, initializing and loading is not told
/// apart.
///
/// It saves half of that: no start takes no time.
final class SlowStart implements Rule {
    static final double PART_LEAST = 0.05;
    static final double HOURS_LEAST = 2;
    private static final double SAVED = 0.5;
    private static final Set<State> STARTING = Set.of(State.STARTING);

    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        var weeks = evidence.weeks();
        var starting = Savings.of(weeks, STARTING, _ -> 1).millis();
        var held = Savings.of(weeks, Savings.HELD, _ -> 1).millis();
        return starting >= PART_LEAST * held && starting >= HOURS_LEAST * Hour.MILLIS
                ? Optional.of(advice(weeks, starting, held))
                : Optional.empty();
    }

    private static Advice advice(WorkloadWeeks weeks, long starting, long held) {
        return new Advice(
                weeks.name(),
                Kind.TUNE,
                "Start it faster, or less often.",
                "Last week %s of the %s that it held went by before its pods did anything for the first time."
                        .formatted(Words.hours(starting), Words.hours(held)),
                "",
                Savings.of(weeks, STARTING, _ -> SAVED),
                Confidence.WORTH_A_TRY,
                new Remedy.AskOwner("What takes so long: to pull the image, to initialize, or to load the model? Images"
                        + " that are on the nodes already, and models on a local disk, start faster."));
    }
}
