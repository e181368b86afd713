package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Holder;
import java.util.Optional;

/// Whoever a series tells something of: a unit, or the exporter itself.
sealed interface Subject permits Exporter, Subject.OfUnit {
    /// A unit, with what the labels of a series say of it. A unit of which series say different things is several
    /// subjects.
    ///
    /// @param description what the labels say besides its name
    /// @param heldBy who holds the unit, where the series says so in passing
    record OfUnit(ExportedUnit unit, Description description, Optional<Holder> heldBy) implements Subject {}
}
