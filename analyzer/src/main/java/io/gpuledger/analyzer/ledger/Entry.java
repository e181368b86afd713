package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.UnitId;

/// What stands in an account, of one unit and hour.
///
/// @param hour its begin, in milliseconds since 1970
/// @param millis of the GPU: a millisecond of a unit is as much of one as the unit is of the GPU
public record Entry(UnitId unit, long hour, Account account, long millis) {}
