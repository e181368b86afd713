package io.gpuledger.analyzer.telemetry;

import java.util.List;

/// Holds what was said of one unit at one instant, or a part of it: rows of the same unit and instant are merged.
///
/// @param millis since 1970
public record Row(Unit unit, long millis, Values values, List<Holding> holdings, List<XidCount> xids) {
    public Row {
        holdings = List.copyOf(holdings);
        xids = List.copyOf(xids);
    }

    /// Whether anything was read. Else it was told only that the unit is there, and perhaps who holds it: none of its
    /// values was there, or could be true.
    public boolean isReading() {
        return values.size() > 0 || !xids.isEmpty();
    }
}
