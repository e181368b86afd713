package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.telemetry.Row;
import java.util.List;

/// All that was told of a unit at one instant.
///
/// @param instances the readings of its MIG instances at the same instant
record Tick(Row row, List<Row> instances) {}
