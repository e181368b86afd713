package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Optional;

/// What stands in an account, of one unit and hour.
///
/// @param hour its begin, in milliseconds since 1970
/// @param millis milliseconds of the GPU: a millisecond of a unit counts as the part of one that the unit is of the GPU
/// @param uncertain how much of `millis` may belong to another account, as an instant between two readings was
///     estimated
/// @param millijoules that the GPU took in that time, as far as that is known
public record Entry(UnitId unit, long hour, Account account, long millis, long uncertain, Optional<Long> millijoules) {
    public Entry(UnitId unit, long hour, Account account, long millis) {
        this(unit, hour, account, millis, 0, Optional.empty());
    }

    Entry with(long unsure, Optional<Long> energy) {
        return new Entry(unit, hour, account, millis, Math.min(millis, unsure), energy);
    }
}
