package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.Refusal;
import io.gpuledger.analyzer.admission.Refusal.AboveMax;
import io.gpuledger.analyzer.admission.Refusal.AboveRatio;
import io.gpuledger.analyzer.admission.Refusal.BelowMin;
import io.gpuledger.analyzer.admission.Refusal.Exceeded;
import io.gpuledger.analyzer.admission.Refusal.LimitBelowRequest;
import io.gpuledger.analyzer.admission.Refusal.NoPriorityClass;
import io.gpuledger.analyzer.admission.Refusal.Side;
import io.gpuledger.analyzer.admission.Refusal.Unsaid;
import io.gpuledger.analyzer.fit.spec.Shortened;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Says for people why the API server would refuse to make a pod.
final class RefusalWords {
    private RefusalWords() {}

    /// Returns what keeps a pod that is refused for these: what a quota lacks comes back, and all else has to be
    /// mended.
    static Blocker blocker(List<Refusal> refusals) {
        return refusals.stream().allMatch(Exceeded.class::isInstance) ? Blocker.QUOTA : Blocker.REFUSED;
    }

    static String sentence(Refusal refusal) {
        return switch (refusal) {
            case NoPriorityClass(var name) -> "There is no PriorityClass %s.".formatted(Shortened.of(name));
            case LimitBelowRequest one ->
                "The container %s requests %s, and its limit is %s%s."
                        .formatted(
                                Shortened.of(one.container()),
                                Amount.of(one.resource(), one.request()),
                                Amount.of(one.resource(), one.limit()),
                                one.isByDefault() ? ", by the default of a LimitRange" : "");
            case BelowMin one ->
                "%s %s, and the LimitRange %s wants %s at least."
                        .formatted(
                                who(one.container()),
                                has(one.side(), one.resource(), one.amount()),
                                Shortened.of(one.limitRange()),
                                Amount.of(one.resource(), one.least()));
            case AboveMax one ->
                "%s %s, and the LimitRange %s allows %s at most."
                        .formatted(
                                who(one.container()),
                                has(one.side(), one.resource(), one.amount()),
                                Shortened.of(one.limitRange()),
                                Amount.of(one.resource(), one.most()));
            case AboveRatio one ->
                "%s has to have a request of %s and a limit of no more than %s times that, by the LimitRange %s."
                        .formatted(
                                who(one.container()),
                                one.resource(),
                                one.most().toPlainString(),
                                Shortened.of(one.limitRange()));
            case Unsaid one ->
                "The ResourceQuota %s wants each container to say %s, which these do not: %s."
                        .formatted(Shortened.of(one.quota()), one.resource(), names(one.containers()));
            case Exceeded one ->
                "The ResourceQuota %s has %s of %s left, and a pod needs %s."
                        .formatted(
                                Shortened.of(one.quota()),
                                amount(one.resource(), Math.max(0, one.hard() - one.used())),
                                amount(one.resource(), one.hard()),
                                amount(one.resource(), one.asked()));
        };
    }

    private static String has(Side side, String resource, Optional<Long> amount) {
        return switch (side) {
            case REQUEST ->
                "requests " + amount.map(some -> Amount.of(resource, some)).orElse("no " + resource);
            case LIMIT ->
                amount.map(some -> "has a limit of " + Amount.of(resource, some))
                        .orElse("has no limit of " + resource);
        };
    }

    private static String who(Optional<String> container) {
        return container.map(name -> "The container " + Shortened.of(name)).orElse("All of the pod together");
    }

    private static String names(List<String> containers) {
        return containers.stream().limit(3).map(Shortened::of).collect(Collectors.joining(", "));
    }

    /// Quotas write `requests.cpu`, and mean cores.
    private static String amount(String resource, long amount) {
        var of = resource.startsWith("requests.") || resource.startsWith("limits.")
                ? resource.substring(resource.indexOf('.') + 1)
                : resource;
        return Amount.of(of, amount);
    }
}
