package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.time.Timeline;
import java.util.List;
import java.util.OptionalLong;

/// The rows of a unit within a time, and a little around it.
///
/// @param before when the unit was last seen before the first of the rows
/// @param unit what the unit was said to be, from when on
public record UnitRows(List<Row> rows, OptionalLong before, Timeline<Unit> unit) {
    public static final UnitRows NOTHING = new UnitRows(List.of(), OptionalLong.empty(), Timeline.empty());
}
