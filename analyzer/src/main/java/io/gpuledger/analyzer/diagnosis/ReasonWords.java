package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.CompanyReason;
import io.gpuledger.analyzer.fit.DeviceBar;
import io.gpuledger.analyzer.fit.DeviceReason;
import io.gpuledger.analyzer.fit.PodReason;
import io.gpuledger.analyzer.fit.Reason;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.VolumeReason;
import io.gpuledger.analyzer.fit.spec.Shortened;
import java.util.List;
import java.util.stream.Collectors;

/// Says for people what is against a node, and what would have to change. What clusters and pods call
/// themselves may be anything, and of any length: of each name only so much is said.
final class ReasonWords {
    private static final int NAMES_MAX = 3;
    private static final String OF_CLUSTER = "node.kubernetes.io/";

    private ReasonWords() {}

    /// Says what is the matter, as the second half of a sentence about a node: `has 2 of 8 nvidia.com/gpu
    /// free`.
    static String matter(Reason reason) {
        return switch (reason) {
            case Reason.Lacking one
            when one.isForGood() ->
                "has %s at most, and it asks for %s"
                        .formatted(
                                Amount.of(one.resource(), one.allocatable()), Amount.of(one.resource(), one.asked()));
            case Reason.Lacking one ->
                "has %s free, and it asks for %s"
                        .formatted(
                                Amount.of(one.resource(), Math.max(0, one.free())),
                                Amount.of(one.resource(), one.asked()));
            case Reason.PortTaken(var port) -> "has its port %s taken".formatted(text(port));
            case Reason.Cordoned _ -> "is cordoned";
            case Reason.Untolerated(var taint) -> "has the taint " + text(taint);
            case Reason.Unselected(var label, var value, var has) ->
                "does not have the label %s=%s%s"
                        .formatted(
                                text(label),
                                text(value),
                                has.map(other -> " but " + text(other)).orElse(""));
            case Reason.OutOfAffinity(var nearest) ->
                nearest.isEmpty()
                        ? "matches no term of its node affinity"
                        : "is not within its node affinity: " + text(nearest);
            case Reason.NotNamed(var names) -> "is not one of the nodes that it names: " + names(List.copyOf(names));
            case Reason.OtherNode(var asked) -> "is not " + text(asked);
            case VolumeReason one -> matter(one);
            case CompanyReason one -> matter(one);
            case DeviceReason one -> DeviceWords.matter(one);
            case PodReason one -> "cannot have it: " + sentence(one);
        };
    }

    private static String matter(VolumeReason reason) {
        return switch (reason) {
            case VolumeReason.InUse(var claim) -> "cannot have it: another pod uses its claim " + text(claim);
            case VolumeReason.OutOfReach(var claim, var volume) ->
                "does not reach the volume %s of its claim %s".formatted(text(volume), text(claim));
            case VolumeReason.NoneToBind(var claim) -> "has no volume for its claim " + text(claim);
            case VolumeReason.OtherZone one ->
                "is not where the volume of its claim %s is: %s=%s"
                        .formatted(text(one.claim()), text(one.label()), text(one.allowed()));
        };
    }

    private static String matter(CompanyReason reason) {
        return switch (reason) {
            case CompanyReason.NoDomain(var spread) ->
                "does not have the label %s, over which it is to be spread".formatted(text(spread.key()));
            case CompanyReason.Uneven(var spread, var domain, var there, var fewest) ->
                "is in %s=%s, which would have %,d of them where another one has %,d"
                        .formatted(text(spread.key()), text(domain), there, fewest);
            case CompanyReason.Alone(var term) -> "has none of the pods near that it wants near: " + text(term);
            case CompanyReason.TooNear one -> "has pods near that it does not want near: " + text(one.term());
            case CompanyReason.Unwelcome one -> "has a pod near that does not want it near: " + text(one.term());
        };
    }

    /// Says what is against putting it anywhere, in a sentence.
    static String sentence(PodReason reason) {
        return switch (reason) {
            case DeviceBar one -> DeviceWords.sentence(one);
            case PodReason.Gated(var gates) -> "Gates stand before it: %s.".formatted(names(gates));
            case PodReason.OtherScheduler(var name) -> "It is for the scheduler %s.".formatted(text(name));
            case PodReason.NamesConflict _ -> "Each term of its affinity asks for several nodes at the same time.";
            case PodReason.ClaimMissing one -> "Its claim %s is not there.".formatted(text(one.claim()));
            case PodReason.ClaimLost one -> "The volume of its claim %s was lost.".formatted(text(one.claim()));
            case PodReason.ClaimLeaving(var claim) -> "Its claim %s is being deleted.".formatted(text(claim));
            case PodReason.ClaimUnbound(var claim) ->
                "Its claim %s has no volume, and gets none by waiting for a node.".formatted(text(claim));
            case PodReason.VolumeMissing(var claim, var volume) ->
                "The volume %s of its claim %s is not there.".formatted(text(volume), text(claim));
        };
    }

    /// Says what would have to change, as a clause: `if it tolerated dedicated=vision:NoSchedule`.
    static String change(Reason reason) {
        return switch (reason) {
            case Reason.Lacking one
            when one.isForGood() ->
                "if it asked for %s at most".formatted(Amount.of(one.resource(), Math.max(0, one.free())));
            case Reason.Lacking one -> "if %s more were free there".formatted(Amount.of(one.resource(), one.missing()));
            case Reason.PortTaken(var port) -> "if it did not ask for the port %s".formatted(text(port));
            case Reason.Cordoned _ -> "if they were not cordoned";
            case Reason.Untolerated one when Blocker.of(reason) == Blocker.CORDON -> "if they were not cordoned";
            case Reason.Untolerated one
            when one.taint().key().startsWith(OF_CLUSTER) ->
                "if they no longer had %s, which the cluster sets and takes away".formatted(text(one.taint()));
            case Reason.Untolerated(var taint) -> "if it tolerated " + text(taint);
            case Reason.Unselected one -> "if it did not ask for %s=%s".formatted(text(one.label()), text(one.value()));
            case Reason.OutOfAffinity(var nearest) ->
                nearest.isEmpty() ? "without its node affinity" : "if its affinity did not ask for " + text(nearest);
            case Reason.NotNamed _, Reason.OtherNode _ -> "if it did not name its node";
            case VolumeReason.InUse(var claim) -> "once no other pod uses its claim " + text(claim);
            case VolumeReason.OutOfReach one ->
                "if the volume of its claim %s could be reached from there".formatted(text(one.claim()));
            case VolumeReason.NoneToBind(var claim) -> "if there were a volume for its claim " + text(claim);
            case VolumeReason.OtherZone one ->
                "if the volume of its claim %s were in their zone".formatted(text(one.claim()));
            case CompanyReason.NoDomain(var spread) -> "if they had the label " + text(spread.key());
            case CompanyReason.Uneven one ->
                "if its spread over %s were not required"
                        .formatted(text(one.spread().key()));
            case CompanyReason.Alone(var term) -> "if it did not want to be near " + text(term);
            case CompanyReason.TooNear one -> "if it did not mind " + text(one.term());
            case CompanyReason.Unwelcome one -> "if the pods there did not mind it: " + text(one.term());
            case DeviceReason one -> DeviceWords.change(one);
            case PodReason _ -> "once that is mended";
        };
    }

    private static String text(Taint taint) {
        return taint.value().isEmpty()
                ? "%s:%s".formatted(text(taint.key()), text(taint.effect()))
                : "%s=%s:%s".formatted(text(taint.key()), text(taint.value()), text(taint.effect()));
    }

    private static String text(List<Requirement> requirements) {
        return names(requirements.stream().map(Requirement::toString).toList());
    }

    private static String names(List<String> names) {
        var some = names.stream().limit(NAMES_MAX).map(ReasonWords::text).collect(Collectors.joining(", "));
        return names.size() <= NAMES_MAX ? some : "%s and %,d more".formatted(some, names.size() - NAMES_MAX);
    }

    private static String text(Object name) {
        return Shortened.of(name.toString());
    }
}
