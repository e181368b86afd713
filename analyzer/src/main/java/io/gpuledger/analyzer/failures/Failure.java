package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.health.Subject.OfUnit;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Something of a node has failed, which may show in several ways and on several GPUs: a GPU that falls off the bus is
/// lost, has an XID, is missing on its node, and may take the node along. So findings of a node are one failure where
/// each of them opens within ten minutes of the one before.
///
/// @param at when the first of them opened, in milliseconds since 1970
/// @param cause the most particular of theirs
/// @param findings the first first
public record Failure(OfNode node, long at, Cause cause, List<Finding> findings) {
    static final long APART_MILLIS = 10 * 60_000;

    public Failure {
        findings = List.copyOf(findings);
    }

    /// Returns the failures that began within a time, the first first.
    ///
    /// @param findings also those that opened soon before: what goes on with a failure begins none
    public static List<Failure> of(Span window, List<Finding> findings) {
        Map<OfNode, List<Finding>> byNode = new HashMap<>();
        findings.stream()
                .filter(finding ->
                        !finding.node().isEmpty() && Cause.of(finding).isPresent())
                .sorted(Comparator.comparingLong(Finding::opened))
                .forEach(finding -> byNode.computeIfAbsent(
                                new OfNode(finding.key().subject().cluster(), finding.node()), _ -> new ArrayList<>())
                        .add(finding));
        var failures = new ArrayList<Failure>();
        byNode.forEach((node, ofNode) ->
                Chains.of(ofNode, Finding::opened, APART_MILLIS).forEach(chain -> failures.add(one(node, chain))));
        failures.removeIf(failure -> !window.contains(failure.at()));
        failures.sort(Comparator.comparingLong(Failure::at)
                .thenComparing(failure -> failure.node().cluster())
                .thenComparing(failure -> failure.node().node()));
        return List.copyOf(failures);
    }

    private static Failure one(OfNode node, List<Finding> chain) {
        var cause = chain.stream()
                .flatMap(finding -> Cause.of(finding).stream())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return new Failure(node, chain.getFirst().opened(), cause, chain);
    }

    /// Returns the UUIDs of the GPUs that it shows on. They are none where it is the node that fails.
    public Set<String> gpus() {
        var gpus = new TreeSet<String>();
        for (var finding : findings) {
            if (finding.key().subject() instanceof OfUnit(var unit)) {
                gpus.add(unit.gpu());
            }
        }
        return gpus;
    }

    /// Returns the pods that it hit, as namespace/pod.
    public Set<String> pods() {
        var pods = new TreeSet<String>();
        findings.forEach(finding -> pods.addAll(finding.holders()));
        return pods;
    }

    /// Returns when any of its findings was open.
    ///
    /// @param now until when those are that are open still
    public List<Span> open(long now) {
        return Span.union(findings.stream()
                .map(finding -> new Span(finding.opened(), finding.closed().orElse(Math.max(finding.opened(), now))))
                .toList());
    }

    /// Returns the time in which a pod that it hit and that ended did so by it.
    ///
    /// @param now until when it is there where it is not over
    public Span reach(long now) {
        var over = open(now).stream().mapToLong(Span::to).max().orElse(at);
        return new Span(at - APART_MILLIS, Math.max(at, over) + APART_MILLIS);
    }

    /// Returns for how long any of its findings was open within a span.
    ///
    /// @param window which ends at the latest now
    public long millis(Span window) {
        return open(window.to()).stream()
                .mapToLong(span -> span.within(window).millis())
                .sum();
    }
}
