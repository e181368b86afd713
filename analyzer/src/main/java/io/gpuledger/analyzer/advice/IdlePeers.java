package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.advice.WorkedHour.Use;
import java.util.Optional;

/// A pod holds N units and has memory in use on more than K of them, but in no hour were more than K active. So
/// the work is not spread: often a model was loaded everywhere, and one process does it all. No patch mends
/// that.
///
/// Were it done on K units, it would save of each hour what its pods held beyond these and had in use: of the
/// others [UnusedUnits] knows.
final class IdlePeers implements Rule {
    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        if (!evidence.isEnoughToResizePods()) {
            return Optional.empty();
        }
        var held = evidence.uses().stream().mapToInt(Use::podUnits).max().orElse(0);
        var used = evidence.uses().stream().mapToInt(Use::podUsedUnits).max().orElse(0);
        var active =
                evidence.uses().stream().mapToInt(Use::podActiveUnits).max().orElse(0);
        return active >= 1 && active < used
                ? Optional.of(advice(evidence.weeks(), held, used, active))
                : Optional.empty();
    }

    private static Advice advice(WorkloadWeeks weeks, int held, int used, int active) {
        return new Advice(
                weeks.name(),
                Kind.TUNE,
                "Spread its work, or ask for fewer GPUs.",
                "Of the %s that a pod holds no more than %d worked in any hour; others had memory in use and did nothing."
                        .formatted(Words.count(held, "GPU"), active),
                "What has its memory on several GPUs may not fit on fewer.",
                Savings.of(
                        weeks,
                        Savings.HELD,
                        hour -> hour.use().map(use -> part(use, used, active)).orElse(0.0)),
                Confidence.WORTH_A_TRY,
                new Remedy.AskOwner(
                        "Does it start a process for each GPU, as torchrun --nproc-per-node=%d does?".formatted(held)));
    }

    private static double part(Use use, int used, int active) {
        var pods = (double) use.pods() / Math.max(1, use.units());
        return Math.min(pods * (used - active), 1 - pods * active);
    }
}
