package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Trait;
import java.util.Optional;

/// Where the samples of a series go.
sealed interface Cell {
    /// When whoever tells of units started.
    record Started(Exporter exporter) implements Cell {}

    /// Something is said of a unit.
    sealed interface OfUnit extends Cell {
        ExportedUnit unit();

        /// Returns what the labels of the series say of the unit besides its name.
        Description description();
    }

    /// The sample goes into a field of the unit.
    ///
    /// @param heldBy who holds the unit, where the series says so in passing
    /// @param summand of several series that make one value together, which this is
    record Measure(ExportedUnit unit, Description description, Rule.Value rule, Optional<Holder> heldBy, int summand)
            implements OfUnit {}

    /// Only that the series is there says something: who holds the unit.
    record Held(ExportedUnit unit, Description description, Holder holder, Optional<Share> share) implements OfUnit {}

    record Busy(ExportedUnit unit, Description description, Holder holder) implements OfUnit {}

    record Memory(ExportedUnit unit, Description description, Holder holder) implements OfUnit {}

    record Xid(ExportedUnit unit, Description description, int xid) implements OfUnit {}

    /// The sample is a trait of the GPU.
    record OfTrait(ExportedUnit unit, Description description, Trait trait) implements OfUnit {}

    /// All that it says is in its labels.
    record Described(ExportedUnit unit, Description description) implements OfUnit {}
}
