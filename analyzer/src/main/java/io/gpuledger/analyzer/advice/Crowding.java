package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import java.util.Optional;

/// All who hold a shared unit are warned when the memory peaks of an hour add up to more than 95 % of what the
/// unit has: if they come at once, one of them runs out of memory. Where they add up to more than there is,
/// they have not come at once so far, and that is severe.
final class Crowding implements Rule {
    static final double CROWDED_FROM = 0.95;
    private static final double FULL = 1;

    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        var hours = evidence.uses().stream()
                .filter(use -> use.sharedUnits() > 0 && use.crowding().orElse(0) > CROWDED_FROM)
                .mapToDouble(use -> use.crowding().orElse(0))
                .toArray();
        return hours.length == 0 ? Optional.empty() : Optional.of(advice(evidence.weeks(), hours));
    }

    private static Advice advice(WorkloadWeeks weeks, double[] hours) {
        var most = 0.0;
        for (var hour : hours) {
            most = Math.max(most, hour);
        }
        return new Advice(
                weeks.name(),
                Kind.WARNING,
                "Leave more memory on the GPU that it shares.",
                "The memory peaks of all who hold the GPU add up to %s of its memory, and to more than %s in %s."
                        .formatted(Words.percent(most), Words.percent(CROWDED_FROM), Words.count(hours.length, "hour")),
                "If these peaks come at the same time, one of the holders runs out of memory.",
                Savings.none(),
                most > FULL ? Confidence.CERTAIN : Confidence.LIKELY,
                new Remedy.AskOwner("Which of the holders can do with less memory or be elsewhere? Under MPS,"
                        + " CUDA_MPS_PINNED_DEVICE_MEM_LIMIT limits what a container takes."));
    }
}
