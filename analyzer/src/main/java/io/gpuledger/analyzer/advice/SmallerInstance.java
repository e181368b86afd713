package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A workload of single units does its work on a MIG instance, or on a smaller one than it has. The smallest
/// profile counts into which its memory fits ([MemoryNeed]) and on which it is not slower than is bearable
/// ([Slowdown]), with f the profile's part of the compute slices and g its part of the memory slices. One of
/// which the fleet has instances goes before one that is smaller.
///
/// It saves of all that it holds 1 - f, as the ledger weighs instances by their compute slices. It is not for
/// pods that work at one thing together, as instances have no NVLink.
final class SmallerInstance implements Rule {
    @Override
    public Optional<Advice> advice(Evidence evidence, Offers offers) {
        if (!evidence.isEnoughToResize() || !evidence.isOfSingleUnits() || evidence.isGang()) {
            return Optional.empty();
        }
        var memory = MemoryNeed.of(evidence.weeks().hours());
        return evidence.model()
                .flatMap(model -> now(evidence, model)
                        .flatMap(now -> memory.flatMap(need -> {
                            var offered = offers.profiles()
                                    .getOrDefault(evidence.weeks().models().getFirst(), List.of());
                            return model.profiles().stream()
                                    .filter(profile -> profile.computeSlices() < now.computeSlices()
                                            && fits(evidence, need, profile, now))
                                    .min(Comparator.comparing((MigProfile profile) -> !offered.contains(profile.name()))
                                            .thenComparingInt(MigProfile::computeSlices)
                                            .thenComparingInt(MigProfile::memorySlices))
                                    .map(profile -> advice(
                                            evidence.weeks(), need, now, profile, offered.contains(profile.name())));
                        })));
    }

    /// Returns what it has now. Empty where it had instances of several sizes.
    private static Optional<MigProfile> now(Evidence evidence, GpuModel model) {
        var profiles = evidence.weeks().profiles();
        return switch (profiles.size()) {
            case 0 -> model.whole();
            case 1 -> model.profile(profiles.getFirst());
            default -> Optional.empty();
        };
    }

    private static boolean fits(Evidence evidence, MemoryNeed need, MigProfile profile, MigProfile now) {
        return need.fitsSlices(profile.memorySlices(), now.memorySlices())
                && slowdown(evidence.weeks(), profile, now).isBearable();
    }

    private static Slowdown slowdown(WorkloadWeeks weeks, MigProfile profile, MigProfile now) {
        return Slowdown.on(
                weeks.hours(),
                (double) profile.computeSlices() / now.computeSlices(),
                (double) profile.memorySlices() / now.memorySlices());
    }

    private static Advice advice(
            WorkloadWeeks weeks, MemoryNeed need, MigProfile now, MigProfile profile, boolean isOffered) {
        var part = (double) profile.computeSlices() / now.computeSlices();
        return new Advice(
                weeks.name(),
                Kind.MIG_PROFILE,
                "Ask for an instance %s instead of %s."
                        .formatted(profile.name(), weeks.profiles().isEmpty() ? "a whole GPU" : now.name()),
                "It had %s of memory in use at the most, of %s. Its work of these weeks fits into %d of %d slices."
                        .formatted(
                                Words.gibibytes(need.peak()),
                                Words.gibibytes(need.total()),
                                profile.computeSlices(),
                                now.computeSlices()),
                slowdown(weeks, profile, now).words(part),
                Savings.of(weeks, Savings.HELD, _ -> 1 - part),
                isOffered ? Confidence.LIKELY : Confidence.WORTH_A_TRY,
                isOffered
                        ? Requests.of(weeks, profile.resource(), 1)
                        : new Remedy.AskOwner(
                                "Can the platform team cut a GPU into instances of %s?".formatted(profile.name())));
    }
}
