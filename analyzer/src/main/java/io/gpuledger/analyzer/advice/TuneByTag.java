package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Says in words what a workload seems to wait for, by its tags ([Tag]). What it would save is not known. It is
/// said of those only that held 24 GPU-hours in the reported week, and to work that waits for memory nothing is
/// said: that is no waste.
///
/// Tensor cores are silent when they were active for less than 1 % of the time, and multiprocessors for 20 % or
/// more.
final class TuneByTag implements Rule {
    static final long HELD_LEAST = 24 * Hour.MILLIS;
    static final double TENSOR_SILENT_BELOW = 0.01;
    static final double SM_BUSY_FROM = 0.2;

    /// @param seen ends a sentence that begins with what was held
    private record Hint(String what, String seen, String question) {}

    private static final Hint TENSOR = new Hint(
            "Let it use the tensor cores.",
            "its multiprocessors worked, and its tensor cores hardly did",
            "Does it reckon in FP32? BF16 or TF32 use the tensor cores, as torch.autocast does.");

    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        var tags = evidence.tags();
        if (tags.contains(Tag.MEMORY_BOUND)
                || Savings.of(evidence.weeks(), Savings.HELD, _ -> 1).millis() < HELD_LEAST) {
            return Optional.empty();
        }
        return Stream.of(Tag.IO_BOUND, Tag.BUSY_LOW_SM, Tag.FLUCTUATING)
                .filter(tags::contains)
                .flatMap(tag -> hint(tag).stream())
                .findFirst()
                .or(() -> isTensorSilent(evidence) ? Optional.of(TENSOR) : Optional.empty())
                .map(hint -> advice(evidence, hint));
    }

    private static Optional<Hint> hint(Tag tag) {
        return switch (tag) {
            case IO_BOUND ->
                Optional.of(new Hint(
                        "Move less data to and from its GPUs.",
                        "data was moved while the multiprocessors had little to do",
                        "Can data stay on the GPU, be read ahead by more workers, or go over in larger parts?"));
            case BUSY_LOW_SM ->
                Optional.of(new Hint(
                        "Give its GPUs more to do at once.",
                        "something ran most of the time, on few of the multiprocessors",
                        "Can batches be larger, or small kernels be put together, as CUDA graphs do?"));
            case FLUCTUATING ->
                Optional.of(new Hint(
                        "Let its GPUs wait less between bursts of work.",
                        "it worked hard and did nothing by turns",
                        "What does it wait for: data, checkpoints, validation, or the others of a gang?"));
            case MEMORY_BOUND -> Optional.empty();
        };
    }

    private static boolean isTensorSilent(Evidence evidence) {
        var means = evidence.means();
        return means.getOrDefault(Measure.TENSOR_ACTIVE, 1.0) < TENSOR_SILENT_BELOW
                && means.getOrDefault(Measure.SM_ACTIVE, 0.0) >= SM_BUSY_FROM;
    }

    private static Advice advice(Evidence evidence, Hint hint) {
        return new Advice(
                evidence.weeks().name(),
                Kind.TUNE,
                hint.what(),
                "In the %s that it held, %s%s.".formatted(Words.hours(evidence.held()), hint.seen(), figures(evidence)),
                "",
                Savings.none(),
                Confidence.WORTH_A_TRY,
                new Remedy.AskOwner(hint.question()));
    }

    private static String figures(Evidence evidence) {
        var figures = List.of(Measure.SM_ACTIVE, Measure.ENGINE_ACTIVE, Measure.MEMORY_UTILIZATION).stream()
                .filter(measure -> evidence.means().containsKey(measure))
                .map(measure ->
                        measure.word() + " " + Words.percent(evidence.means().getOrDefault(measure, 0.0)))
                .toList();
        return figures.isEmpty() ? "" : " (" + String.join(", ", figures) + ")";
    }
}
