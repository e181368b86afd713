package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Holder;
import java.util.Optional;

/// Of whom a series tells.
sealed interface Subject permits Exporter, Subject.OfUnit {
    /// What the labels of a series say of its unit.
    ///
    /// @param description besides its name
    /// @param heldBy who holds the unit, where the series says so in passing
    record OfUnit(ExportedUnit unit, Description description, Optional<Holder> heldBy) implements Subject {}
}
