package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Truth.Card;
import java.util.List;
import java.util.stream.IntStream;

/// Knows the minutes, and so what another size truly saves: it needs no margin of memory, and no more of the
/// slowdown is counted than there is. What is bearable is the same for it as for the rules, and it knows the
/// same means.
final class Oracle {
    private final Truth truth;
    private final WorkloadWeeks weeks;
    private final List<String> models;

    Oracle(Truth truth, WorkloadWeeks weeks, Offers offers) {
        this.truth = truth;
        this.weeks = weeks;
        this.models = offers.gpus().stream().map(Offers.Offer::model).toList();
    }

    /// Returns the most of what the reported week cost that any other size saves, in millionths.
    long saves() {
        var isLongLived = Controller.isLongLived(truth.name());
        var parts = new double[] {
            truth.unitsOfPod() == 1 && (isLongLived || truth.pods() == 1) ? ofUnits() : 0,
            Controller.isScaled(truth.name()) && truth.unitsOfPod() == 1 && truth.pods() > FewerReplicas.REPLICAS_LEAST
                    ? ofReplicas()
                    : 0,
            1 - (double) Replay.unitsInUse(truth) / truth.unitsOfPod()
        };
        var best = IntStream.range(0, parts.length)
                .mapToDouble(i -> parts[i])
                .max()
                .orElse(0);
        var saving = Savings.of(weeks, Savings.HELD, _ -> best);
        var all = Savings.of(weeks, Savings.HELD, _ -> 1);
        return best >= Advisor.PART_LEAST && all.millis() >= Advisor.SAVED_LEAST
                ? saving.cost().getOrDefault("EUR", 0L)
                : 0;
    }

    private double ofUnits() {
        return Math.max(ofInstances(), Math.max(ofModels(), ofSharing()));
    }

    private double ofInstances() {
        var slices = truth.slices();
        return truth.card().known().profiles().stream()
                .filter(profile -> isGood(Replay.onParts(
                        truth,
                        truth.memoryPeak() / truth.card().instances.getOrDefault(profile.name(), 0.0),
                        (double) profile.computeSlices() / slices.computeSlices(),
                        (double) profile.memorySlices() / slices.memorySlices())))
                .mapToDouble(profile -> 1 - (double) profile.computeSlices() / slices.computeSlices())
                .max()
                .orElse(0);
    }

    private double ofModels() {
        return truth.profile().isPresent()
                ? 0
                : models.stream()
                        .map(Card::of)
                        .filter(card -> card.price < truth.card().price)
                        .filter(card -> card.known().format() != GpuModel.Format.FP16
                                || truth.card().known().format() == GpuModel.Format.FP16)
                        .filter(card -> isGood(Replay.onParts(
                                truth,
                                truth.memoryPeak() / card.gibibytes,
                                card.known().computeOf(truth.card().known()),
                                card.known().bandwidthOf(truth.card().known()))))
                        .mapToDouble(card -> 1 - (double) card.price / truth.card().price)
                        .max()
                        .orElse(0);
    }

    private double ofSharing() {
        if (truth.profile().isPresent()
                || (truth.card().known().hasInstances() && !Controller.isNotebook(truth.name()))) {
            return 0;
        }
        return IntStream.rangeClosed(2, ShareGpu.SHARERS_MOST)
                .filter(sharers -> isGood(Replay.onParts(
                        truth, sharers * truth.memoryPeak() / truth.gibibytes(), 1.0 / sharers, 1.0 / sharers)))
                .mapToDouble(sharers -> 1 - 1.0 / sharers)
                .max()
                .orElse(0);
    }

    private double ofReplicas() {
        return IntStream.range(FewerReplicas.REPLICAS_LEAST, truth.pods())
                .filter(replicas -> isGood(Replay.onReplicas(truth, replicas)))
                .mapToDouble(replicas -> 1 - (double) replicas / truth.pods())
                .max()
                .orElse(0);
    }

    private static boolean isGood(Replay replay) {
        return replay.memory() <= 1
                && replay.longer() <= Slowdown.OVERALL_MOST
                && replay.worst() <= Slowdown.MINUTES_MOST;
    }
}
