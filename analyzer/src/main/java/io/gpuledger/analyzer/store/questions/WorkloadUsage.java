package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.ledger.Measure;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// How a workload used what it held, over all its pods and units.
///
/// @param seen milliseconds of units, whole ones, past the starts of its pods
/// @param means weighed by the time that was seen
/// @param minutes of units
/// @param low of these, those with activity below 10 %
/// @param high of these, those with 70 % or more
/// @param memoryPeak the most bytes that were in use on one unit
/// @param memoryTotal that such a unit has
/// @param idleRuns how many there were
/// @param longest of them, the longest first, and not all of them
public record WorkloadUsage(
        long seen,
        Map<Measure, Double> means,
        long minutes,
        long low,
        long high,
        OptionalLong memoryPeak,
        OptionalLong memoryTotal,
        long idleRuns,
        List<IdleRun> longest) {
    public WorkloadUsage {
        means = Map.copyOf(means);
        longest = List.copyOf(longest);
    }
}
