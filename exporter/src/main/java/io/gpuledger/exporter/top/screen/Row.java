package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Holder;
import io.gpuledger.exporter.top.node.Unit;

/// A row of the table.
sealed interface Row {
    record OfUnit(Unit unit) implements Row {}

    /// One of several who hold the unit above.
    record OfHolder(Unit unit, Holder holder) implements Row {}

    /// What is wrong with the GPU above, or as much of it as stands in a line.
    record OfTroubles(Line text) implements Row {}
}
