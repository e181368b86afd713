package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// How an owner used a unit in an hour. It stands beside the books, and nothing of it is booked.
///
/// @param hour its begin, in milliseconds since 1970
/// @param seen how long it held the unit past its start, as far as that was seen; milliseconds of the unit, whole
///     whatever its share is
/// @param means over what was seen. Of a unit that it shared there are none: they are not its own
/// @param minutes whole minutes of that, how active they were
/// @param memoryPeak the most bytes that it had in use at a reading: of a unit that it had to itself, all that was
/// @param memoryTotal that the unit has
/// @param idle what of the hour lies in quiet runs that count as idle
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
    /// How many minutes there were, and how many with little and with much activity, as a part of the share.
    public record Activity(int all, int low, int high) {
        static final double LOW = 0.1;
        static final double HIGH = 0.7;
    }

    public Usage {
        means = Map.copyOf(means);
        idle = List.copyOf(idle);
    }
}
