package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.time.Span;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Says how often the hardware of a fleet failed within a time, which of its nodes did more than others, and
/// what failed together.
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

    /// Says what failures make of a fleet.
    ///
    /// @param failures those that began within the time, the first first
    /// @param jobs whose pods they hit
    public static FailureReport of(Span window, List<FleetNode> nodes, List<Failure> failures, List<Job> jobs) {
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
