package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import java.util.Optional;
import java.util.stream.LongStream;

/// A workload of single GPUs can have its GPU together with others like it: K of them, where
///
/// - K x q95 <= 0.8: in nineteen of twenty minutes all of them together leave a fifth of the GPU, were they all
///   busy at once;
/// - K x the most memory that it had in use <= 0.9 of what the GPU has;
/// - it is not slower than is bearable with a K-th of the GPU, which is what it gets while all of them are busy
///   ([Slowdown]).
///
/// It saves of all that it holds 1 - 1 / K, as the ledger weighs a share of a GPU. It is for GPUs that cannot
/// be cut into instances, and for notebooks on any. MPS runs the work of several at the same time and can limit
/// the memory of each: that is for services that do a little all the time. Time-slicing lets one after the
/// other have all of the GPU: that is for notebooks and for what comes in bursts.
final class ShareGpu implements Rule {
    static final double LOAD_MOST = 0.8;
    static final double MEMORY_MOST = 0.9;
    /// More than this many do not share a GPU, as each would wait too long for its turn.
    static final int SHARERS_MOST = 8;

    private static final double QUANTILE = 0.95;

    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        if (!evidence.isEnoughToResize()
                || !evidence.isOfSingleUnits()
                || evidence.isGang()
                || evidence.isOnInstances()) {
            return Optional.empty();
        }
        var isNotebook = Controller.isNotebook(evidence.weeks().name());
        return evidence.model()
                .filter(model -> isNotebook || !model.hasInstances())
                .flatMap(_ -> MemoryNeed.of(evidence.weeks().hours()))
                .flatMap(memory -> {
                    var sharers = sharers(evidence, memory);
                    return sharers > 1 ? Optional.of(advice(evidence, memory, sharers)) : Optional.empty();
                });
    }

    private static int sharers(Evidence evidence, MemoryNeed memory) {
        var sharers = (int) Math.min(
                SHARERS_MOST,
                Math.min(
                        Math.floor(LOAD_MOST / quantile(evidence.minutes())),
                        Math.floor(MEMORY_MOST * memory.total() / Math.max(1, memory.peak()))));
        while (sharers > 1
                && !Slowdown.on(evidence.weeks().hours(), 1.0 / sharers, 1.0 / sharers)
                        .isBearable()) {
            sharers--;
        }
        return sharers;
    }

    /// Returns the activity that no more than one of twenty minutes exceeds.
    static double quantile(long[] minutes) {
        var left = (1 - QUANTILE) * LongStream.of(minutes).sum();
        var at = minutes.length - 1;
        while (at > 0 && minutes[at] <= left) {
            left -= minutes[at];
            at--;
        }
        return Slowdown.upperEdge(at);
    }

    private static Advice advice(Evidence evidence, MemoryNeed memory, int sharers) {
        var weeks = evidence.weeks();
        var isMps = Controller.isLongLived(weeks.name())
                && !Controller.isNotebook(weeks.name())
                && !evidence.tags().contains(Tag.FLUCTUATING);
        var means = isMps ? "MPS" : "time-slicing";
        var part = 1.0 / sharers;
        return new Advice(
                weeks.name(),
                Kind.SHARE,
                "Share its GPU %d ways by %s.".formatted(sharers, means),
                "In nineteen of twenty minutes it was active for less than %s, and it had %s of %s of memory in use at the most. %s"
                        .formatted(
                                Words.percent(quantile(evidence.minutes())),
                                Words.gibibytes(memory.peak()),
                                Words.gibibytes(memory.total()),
                                isMps
                                        ? "It does a little all the time, which MPS runs beside the work of others."
                                        : "It works in bursts, and by time-slicing each has the whole GPU in its"
                                                + " turn."),
                Slowdown.on(weeks.hours(), part, part).words(part)
                        + " That is so if all %d are like it.".formatted(sharers),
                Savings.of(weeks, Savings.HELD, _ -> 1 - part),
                Confidence.WORTH_A_TRY,
                new Remedy.AskOwner(("Can the platform team share some GPUs? In the configuration of the device plugin:"
                                + " sharing: {%s: {resources: [{name: nvidia.com/gpu, replicas: %d}]}}")
                        .formatted(isMps ? "mps" : "timeSlicing", sharers)));
    }
}
