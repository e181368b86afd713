package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.fit.DeviceBar;
import io.gpuledger.analyzer.fit.DeviceReason;
import io.gpuledger.analyzer.fit.DeviceReason.Elsewhere;
import io.gpuledger.analyzer.fit.DeviceReason.Lacking;
import io.gpuledger.analyzer.fit.Diagnosis.Group;
import io.gpuledger.analyzer.fit.device.Demand.Mode;
import io.gpuledger.analyzer.fit.device.Finding.TooFew;
import io.gpuledger.analyzer.fit.spec.Shortened;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says for people what claims on devices have against a node, or against all of them.
final class DeviceWords {
    private DeviceWords() {}

    /// Says what is the matter, as the second half of a sentence about a node.
    static String matter(DeviceReason reason) {
        return switch (reason) {
            case Elsewhere(var claim) ->
                "is not where the devices of its claim %s can be had".formatted(Shortened.of(claim));
            case Lacking one -> lacking(one);
            case DeviceReason.NoChoice(var claim) ->
                "has devices for each of its requests, and no choice of them that does for its claim %s"
                        .formatted(Shortened.of(claim));
            case DeviceReason.Failed(var claim, var why) ->
                "ends the scheduler's search for devices of its claim %s with an error: %s"
                        .formatted(Shortened.of(claim), Shortened.words(why));
            case DeviceReason.Unclear one ->
                "may have devices for its claim %s or not: %s"
                        .formatted(Shortened.of(one.claim()), Shortened.words(one.why()));
        };
    }

    private static String lacking(Lacking one) {
        var few = one.few();
        var claim = Shortened.of(one.claim());
        var ofClass = Shortened.of(few.deviceClass());
        return switch (one.kind()) {
            case NONE_OF_CLASS ->
                "has no device of the class %s, of which its claim %s asks for %s"
                        .formatted(ofClass, claim, few.mode() == Mode.EXACTLY ? Long.toString(few.asked()) : "all");
            case NONE_SELECTED ->
                "has %s of the class %s, and its claim %s selects none of them"
                        .formatted(Amount.of(few.ofClass(), "device", "devices"), ofClass, claim);
            case TOO_FEW ->
                "has %s of the class %s that its claim %s selects, and it asks for %,d"
                        .formatted(Amount.of(few.selected(), "device", "devices"), ofClass, claim, few.asked());
            case HELD ->
                "has %,d of %s free that its claim %s selects, and it asks for %s; the others are held by %s"
                        .formatted(few.free(), devices(few), claim, asked(few), holders(few.holders()));
        };
    }

    private static String devices(TooFew few) {
        return Amount.of(few.selected(), "device", "devices") + " of the class " + Shortened.of(few.deviceClass());
    }

    private static String asked(TooFew few) {
        return few.mode() == Mode.EXACTLY ? "%,d".formatted(few.asked()) : "all of them";
    }

    private static String holders(List<String> holders) {
        return (holders.size() == 1 ? "the claim " : "the claims ")
                + holders.stream().map(Shortened::of).collect(Collectors.joining(", "));
    }

    /// Says what would have to change, as a clause.
    static String change(DeviceReason reason) {
        return switch (reason) {
            case Elsewhere(var claim) ->
                "once the devices of its claim %s are given back".formatted(Shortened.of(claim));
            case Lacking one ->
                switch (one.kind()) {
                    case NONE_OF_CLASS ->
                        "if there were devices of the class "
                                + Shortened.of(one.few().deviceClass());
                    case NONE_SELECTED ->
                        "if its claim %s selected what they have".formatted(Shortened.of(one.claim()));
                    case TOO_FEW ->
                        "if its claim %s asked for %s at most"
                                .formatted(
                                        Shortened.of(one.claim()),
                                        Amount.of(one.few().selected(), "device", "devices"));
                    case HELD ->
                        "if %s more were free there"
                                .formatted(
                                        Amount.of(one.few().asked() - one.few().free(), "such device", "such devices"));
                };
            case DeviceReason.NoChoice(var claim) -> "if its claim %s wanted less".formatted(Shortened.of(claim));
            case DeviceReason.Failed _, DeviceReason.Unclear _ -> "once that is mended";
        };
    }

    /// Says what is against putting it anywhere, in a sentence.
    static String sentence(DeviceBar bar) {
        return switch (bar) {
            case DeviceBar.Missing(var claim) -> "Its claim %s on devices is not there.".formatted(Shortened.of(claim));
            case DeviceBar.NotMade(var claim) ->
                "Its claim %s on devices was not made yet: Kubernetes makes it by a template."
                        .formatted(Shortened.of(claim));
            case DeviceBar.Leaving(var claim) ->
                "Its claim %s on devices is being deleted.".formatted(Shortened.of(claim));
            case DeviceBar.InUse(var claim, var consumers) ->
                "Its claim %s on devices is reserved for %,d other pods, and can be for no more."
                        .formatted(Shortened.of(claim), consumers);
            case DeviceBar.NoClass(var claim, var request, var deviceClass) ->
                "The class %s of devices, which the request %s of its claim %s asks for, is not there."
                        .formatted(Shortened.of(deviceClass), Shortened.of(request), Shortened.of(claim));
        };
    }

    /// Says why none of these nodes has the devices, in a sentence.
    ///
    /// @param groups each with a reason of a claim on devices against it
    static String sentence(List<Group> groups) {
        var nearest = groups.stream()
                .filter(group -> reasons(group).findAny().isPresent())
                .max(Comparator.comparingInt((Group group) ->
                                reasons(group).mapToInt(DeviceWords::rank).max().orElse(0))
                        .thenComparingInt(group -> -group.reasons().size())
                        .thenComparingInt(Group::nodes))
                .orElseThrow();
        var reason =
                reasons(nearest).max(Comparator.comparingInt(DeviceWords::rank)).orElseThrow();
        var all = groups.stream().mapToInt(Group::nodes).sum();
        var alike = groups.stream()
                .filter(group -> reasons(group).anyMatch(one -> rank(one) == rank(reason)))
                .mapToInt(Group::nodes)
                .sum();
        return reason instanceof Lacking lacking && lacking.isForGood()
                ? none(lacking, all)
                : "Of the %s that it may use %s; %s %s."
                        .formatted(
                                Amount.of(all, "node", "nodes"),
                                reason instanceof Elsewhere
                                        ? "%,d cannot have its devices".formatted(alike)
                                        : Amount.of(alike, "has such devices", "have such devices"),
                                nearest.nearest(),
                                matter(reason));
    }

    private static String none(Lacking lacking, int nodes) {
        var few = lacking.few();
        var claim = Shortened.of(lacking.claim());
        var ofClass = Shortened.of(few.deviceClass());
        var where = nodes == 1
                ? "of the 1 node that it may use"
                : "of any of the %,d nodes that it may use".formatted(nodes);
        return switch (lacking.kind()) {
            case NONE_OF_CLASS ->
                "The class %s, of which its claim %s asks for devices, selects no device %s."
                        .formatted(ofClass, claim, where);
            case NONE_SELECTED -> "Its claim %s selects no device of the class %s %s.".formatted(claim, ofClass, where);
            case TOO_FEW, HELD ->
                "Its claim %s asks for %s of the class %s, and none of the %s that it may use has more than %,d that it selects."
                        .formatted(
                                claim,
                                Amount.of(few.asked(), "device", "devices"),
                                ofClass,
                                Amount.of(nodes, "node", "nodes"),
                                few.selected());
        };
    }

    private static Stream<DeviceReason> reasons(Group group) {
        return group.reasons().stream().filter(DeviceReason.class::isInstance).map(DeviceReason.class::cast);
    }

    /// How near a node comes to having the devices: more is nearer.
    private static int rank(DeviceReason reason) {
        return switch (reason) {
            case DeviceReason.NoChoice _ -> 6;
            case Lacking one ->
                switch (one.kind()) {
                    case HELD -> 5;
                    case TOO_FEW -> 4;
                    case NONE_SELECTED -> 3;
                    case NONE_OF_CLASS -> 2;
                };
            case Elsewhere _ -> 1;
            case DeviceReason.Failed _, DeviceReason.Unclear _ -> 0;
        };
    }
}
