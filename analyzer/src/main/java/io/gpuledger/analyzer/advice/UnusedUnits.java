package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.advice.WorkedHour.Use;
import java.util.Optional;

/// A pod holds N units, and in no hour had it more than K of them in use: it is to ask for K. A unit is in use
/// when it was active for more than 5 % in any minute or had more than a gibibyte in use, so the others hold
/// nothing either.
///
/// It saves of each hour what its pods held beyond K units each: 1 - pods x K / units.
final class UnusedUnits implements Rule {
    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        if (!evidence.isEnoughToResizePods()) {
            return Optional.empty();
        }
        var most = evidence.uses().stream().mapToInt(Use::podUnits).max().orElse(0);
        var used = evidence.uses().stream().mapToInt(Use::podUsedUnits).max().orElse(0);
        return used >= 1 && used < most ? Optional.of(advice(evidence.weeks(), most, used)) : Optional.empty();
    }

    private static Advice advice(WorkloadWeeks weeks, int most, int used) {
        return new Advice(
                weeks.name(),
                Kind.FEWER_GPUS,
                "Ask for %s a pod instead of %d.".formatted(Words.count(used, "GPU"), most),
                "Its pods hold up to %s each, and in no hour was more than %d of them active or had more than a GiB of memory in use."
                        .formatted(Words.count(most, "GPU"), used),
                "",
                Savings.of(
                        weeks,
                        Savings.HELD,
                        hour -> hour.use()
                                .map(use -> 1 - (double) use.pods() * used / Math.max(1, use.units()))
                                .orElse(0.0)),
                Confidence.LIKELY,
                Requests.of(weeks, Requests.resource(weeks), used));
    }
}
