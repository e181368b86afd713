package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Optional;

/// What stands in an account, of one unit and hour.
///
/// @param hour its begin, in milliseconds since 1970
/// @param millis of the GPU: a millisecond of a unit is as much of one as the unit is of the GPU
/// @param millijoules that the GPU took in that time, as far as that is known
public record Entry(UnitId unit, long hour, Account account, long millis, Optional<Long> millijoules) {
    public Entry(UnitId unit, long hour, Account account, long millis) {
        this(unit, hour, account, millis, Optional.empty());
    }

    Entry taking(Optional<Long> energy) {
        return new Entry(unit, hour, account, millis, energy);
    }
}
