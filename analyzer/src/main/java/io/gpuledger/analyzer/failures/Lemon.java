package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Subject.OfNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A node that fails more often than it should, so that something of it is likely to be broken for good.
///
///     expected = failures of all other nodes / their time * time of the node
///     chance   = P(N >= failures of the node | expected), of a Poisson distribution
///
/// A node is a lemon that has failed at least three times, where `chance * nodes < 0.01`: in a fleet whose nodes all
/// fail alike, one answer of a hundred names one.
///
/// @param failures those of it, the first first
/// @param expected how many a node like the others would have had
public record Lemon(FleetNode node, List<Failure> failures, double expected) {
    private static final int LEAST = 3;
    private static final double BY_CHANCE = 0.01;

    public Lemon {
        failures = List.copyOf(failures);
    }

    /// Returns all of a fleet, that which fails most often first.
    static List<Lemon> of(List<FleetNode> nodes, List<Failure> failures) {
        Map<OfNode, List<Failure>> byNode = new HashMap<>();
        failures.forEach(failure ->
                byNode.computeIfAbsent(failure.node(), _ -> new ArrayList<>()).add(failure));
        var millis = nodes.stream().mapToLong(FleetNode::millis).sum();
        var lemons = new ArrayList<Lemon>();
        for (var node : nodes) {
            var its = byNode.getOrDefault(node.name(), List.of());
            var others = millis - node.millis();
            if (its.size() >= LEAST && others > 0) {
                var expected = (double) (failures.size() - its.size()) / (double) others * (double) node.millis();
                if (Poisson.atLeast(its.size(), expected) * nodes.size() < BY_CHANCE) {
                    lemons.add(new Lemon(node, its, expected));
                }
            }
        }
        lemons.sort(Comparator.comparingInt((Lemon lemon) -> lemon.failures().size())
                .reversed()
                .thenComparing(lemon -> lemon.node().name().cluster())
                .thenComparing(lemon -> lemon.node().name().node()));
        return List.copyOf(lemons);
    }
}
