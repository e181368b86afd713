package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Nodes whose GPUs of a model are alike in a trait, such as those with one version of the driver, and how often they
/// fail: against the others in the same time, and against themselves before.
///
///     own     = failures of its nodes while they had this value / their time
///     others  = failures of the nodes that have another value, since the first node had this one / their time
///     before  = failures of its own nodes while they had another value / their time
///     chance  = P(N >= own failures), where each of the own failures and of those that it is compared with fell to
///               this variant with its part of all their time (a binomial distribution)
///
/// A small chance says that it fails more often than what it is compared with, whatever the cause. Time for which
/// nothing was told of a node's trait is left out.
///
/// @param nodes how many have it at the end of the time
/// @param gpus the same of GPUs
/// @param since when the first node had it, within the time
public record Variant(Name name, int nodes, int gpus, long since, Rate own, Rate others, Rate before) {
    private static final String BOTH = " + ";

    /// Which one: GPUs of a model in a cluster, a trait, and its value, or the values that a node's GPUs differ in.
    public record Name(String cluster, Optional<String> model, Trait trait, String value) {}

    /// For a time the GPUs of a node had this value, or these values where they differed.
    private record Stay(OfNode node, String value, int gpus, Span span) {}

    private record Whose(String cluster, Optional<String> model, Trait trait) {}

    private record Own(Whose whose, OfNode node) {}

    /// Returns all of a fleet.
    ///
    /// @param window the time that is asked about
    /// @param traits within that time
    /// @param failures those that began within the time
    public static List<Variant> of(Span window, List<NodeTrait> traits, List<Failure> failures) {
        Map<OfNode, List<Failure>> byNode = new HashMap<>();
        failures.forEach(failure ->
                byNode.computeIfAbsent(failure.node(), _ -> new ArrayList<>()).add(failure));
        Map<Own, List<NodeTrait>> ofNodes = new HashMap<>();
        for (var trait : traits) {
            var whose = new Whose(trait.node().cluster(), trait.model(), trait.trait());
            ofNodes.computeIfAbsent(new Own(whose, trait.node()), _ -> new ArrayList<>())
                    .add(trait);
        }
        Map<Whose, List<Stay>> stays = new HashMap<>();
        ofNodes.forEach((own, its) ->
                stays.computeIfAbsent(own.whose(), _ -> new ArrayList<>()).addAll(stays(own.node(), its)));
        var variants = new ArrayList<Variant>();
        stays.forEach((whose, its) -> variants.addAll(of(window, whose, its, byNode)));
        variants.sort(Comparator.comparing((Variant variant) -> variant.name().cluster())
                .thenComparing(variant -> variant.name().model().orElse(""))
                .thenComparing(variant -> variant.name().trait())
                .thenComparing(Comparator.comparingInt(Variant::nodes).reversed())
                .thenComparing(variant -> variant.name().value()));
        return List.copyOf(variants);
    }

    /// Cuts a node's time where any of its GPUs becomes another. While they differ, the node has all their values.
    private static List<Stay> stays(OfNode node, List<NodeTrait> traits) {
        var cuts = new TreeMap<Long, Boolean>();
        for (var trait : traits) {
            cuts.put(trait.span().from(), true);
            cuts.put(trait.span().to(), true);
        }
        var stays = new ArrayList<Stay>();
        for (var from : cuts.keySet()) {
            var to = cuts.higherKey(from);
            var standing =
                    traits.stream().filter(trait -> trait.span().contains(from)).toList();
            if (to != null && !standing.isEmpty()) {
                var value = String.join(
                        BOTH,
                        standing.stream()
                                .map(NodeTrait::value)
                                .distinct()
                                .sorted()
                                .toList());
                var gpus = standing.stream().mapToInt(NodeTrait::gpus).sum();
                stays.add(new Stay(node, value, gpus, new Span(from, to)));
            }
        }
        return stays;
    }

    private static List<Variant> of(Span window, Whose whose, List<Stay> stays, Map<OfNode, List<Failure>> failures) {
        Map<String, List<Stay>> byValue = new TreeMap<>();
        stays.forEach(stay ->
                byValue.computeIfAbsent(stay.value(), _ -> new ArrayList<>()).add(stay));
        return byValue.entrySet().stream()
                .map(entry -> one(
                        window,
                        new Name(whose.cluster(), whose.model(), whose.trait(), entry.getKey()),
                        entry.getValue(),
                        stays,
                        failures))
                .toList();
    }

    private static Variant one(
            Span window, Name name, List<Stay> own, List<Stay> all, Map<OfNode, List<Failure>> failures) {
        var since = own.stream().mapToLong(stay -> stay.span().from()).min().orElseThrow();
        var sinceThen = new Span(since, Math.max(since, window.to()));
        Map<OfNode, Long> arrivals = new HashMap<>();
        own.forEach(stay -> arrivals.merge(stay.node(), stay.span().from(), Math::min));
        var others = all.stream()
                .filter(stay -> !stay.value().equals(name.value()))
                .map(stay -> cut(stay, sinceThen))
                .toList();
        var before = all.stream()
                .filter(stay -> !stay.value().equals(name.value()) && arrivals.containsKey(stay.node()))
                .map(stay -> cut(stay, new Span(0, arrivals.getOrDefault(stay.node(), 0L))))
                .toList();
        var now = own.stream().filter(stay -> stay.span().to() == window.to()).toList();
        return new Variant(
                name,
                now.size(),
                now.stream().mapToInt(Stay::gpus).sum(),
                since,
                rate(own, failures),
                rate(others, failures),
                rate(before, failures));
    }

    private static Stay cut(Stay stay, Span span) {
        return new Stay(stay.node(), stay.value(), stay.gpus(), stay.span().within(span));
    }

    private static Rate rate(List<Stay> stays, Map<OfNode, List<Failure>> failures) {
        var count = 0L;
        var millis = 0L;
        for (var stay : stays) {
            millis += stay.span().millis();
            count += failures.getOrDefault(stay.node(), List.of()).stream()
                    .filter(failure -> stay.span().contains(failure.at()))
                    .count();
        }
        return new Rate(count, millis);
    }

    /// Whether GPUs of its nodes differ from each other.
    public boolean isMixed() {
        return name.value().contains(BOTH);
    }

    /// Returns how likely it is that it fails so often or more, if it does as often as another.
    public double chanceAgainst(Rate other) {
        var millis = own.nodeMillis() + other.nodeMillis();
        return other.nodeMillis() == 0
                ? 1
                : Binomial.atLeast(
                        own.failures(), own.failures() + other.failures(), (double) own.nodeMillis() / (double) millis);
    }
}
