package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Optional;

/// What stands in an account, of one unit and hour.
///
/// @param hour its begin, in milliseconds since 1970
/// @param millis of the GPU: a millisecond of a unit is as much of one as the unit is of the GPU
/// @param uncertain what of `millis` may stand in another account, as it was found by an estimate between two readings
/// @param millijoules that the GPU took in that time, as far as that is known
public record Entry(UnitId unit, long hour, Account account, long millis, long uncertain, Optional<Long> millijoules) {
    public Entry(UnitId unit, long hour, Account account, long millis) {
        this(unit, hour, account, millis, 0, Optional.empty());
    }

    Entry with(long unsure, Optional<Long> energy) {
        return new Entry(unit, hour, account, millis, Math.min(millis, unsure), energy);
    }
}
