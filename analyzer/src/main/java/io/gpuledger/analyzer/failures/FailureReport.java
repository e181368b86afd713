package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.time.Span;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What has failed in a fleet within a time.
///
/// @param failures those that began within the time, the first first
/// @param all how often anything fails
/// @param byCause the same by what has failed
/// @param lemons nodes that fail more often than they should
/// @param together failures that have something in common, the latest first
public record FailureReport(
        Span window,
        List<Failure> failures,
        Rate all,
        Map<Cause, Rate> byCause,
        List<Lemon> lemons,
        List<Together> together) {
    public FailureReport {
        failures = List.copyOf(failures);
        byCause = Map.copyOf(byCause);
        lemons = List.copyOf(lemons);
        together = List.copyOf(together);
    }

    /// Says what findings tell of.
    ///
    /// @param findings that were open at any instant of the time
    /// @param jobs whose pods are named by these findings
    public static FailureReport of(Span window, List<FleetNode> nodes, List<Finding> findings, List<Job> jobs) {
        var failures = Failure.of(findings).stream()
                .filter(failure -> window.contains(failure.at()))
                .toList();
        var millis = nodes.stream().mapToLong(FleetNode::millis).sum();
        var counts = failures.stream().collect(Collectors.groupingBy(Failure::cause, Collectors.counting()));
        var byCause = new EnumMap<Cause, Rate>(Cause.class);
        for (var cause : Cause.values()) {
            byCause.put(cause, new Rate(counts.getOrDefault(cause, 0L), millis));
        }
        return new FailureReport(
                window,
                failures,
                new Rate(failures.size(), millis),
                byCause,
                Lemon.of(nodes, failures),
                Together.of(window, nodes, failures, jobs));
    }

    /// Returns how often something of a cause fails.
    public Rate rate(Cause cause) {
        return byCause.getOrDefault(cause, new Rate(0, all.nodeMillis()));
    }
}
