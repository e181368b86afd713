package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// How an owner used a unit in an hour. It stands beside the books, and nothing of it is booked.
///
/// @param hour its begin, in milliseconds since 1970
/// @param seen how long it held the unit past its start, as far as that was seen; in milliseconds of the whole unit,
///     whatever its share is
/// @param means the means over what was seen. There are none for a unit that it shared, as they are not its own
/// @param minutes how active the whole minutes of that time were
/// @param memoryPeak the most bytes that were in use at a reading: by its own processes where it shared the unit, else
///     by all
/// @param memoryTotal how many bytes the unit has
/// @param idle the times of the hour that lie in quiet runs that count as idle
public record Usage(
        UnitId unit,
        long hour,
        Owner owner,
        long seen,
        Map<Measure, Double> means,
        Activity minutes,
        OptionalLong memoryPeak,
        OptionalLong memoryTotal,
        List<Span> idle) {
    /// How many minutes there were, and how many of them had little and how many much activity, as a part of the share.
    public record Activity(int all, int low, int high) {
        static final double LOW = 0.1;
        static final double HIGH = 0.7;
    }

    public Usage {
        means = Map.copyOf(means);
        idle = List.copyOf(idle);
    }
}
