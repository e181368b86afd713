package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Trait;
import java.util.Optional;

/// Says what a metric of a source means.
sealed interface Rule {
    /// The metric says what its unit is by its labels.
    record Identity() implements Rule {}

    /// The metric says who holds its unit by its labels.
    record HolderInfo() implements Rule {}

    record HolderBusy() implements Rule {}

    record HolderMemory() implements Rule {}

    /// The metric counts XIDs.
    ///
    /// @param label the one with the XID's number
    record Xids(String label) implements Rule {}

    /// The metric's value is a trait of the GPU.
    record OfTrait(Trait trait) implements Rule {}

    /// The metric is a field of the unit.
    ///
    /// @param scale what a value is multiplied by
    /// @param ofDevice whether it is true of the whole GPU, although it is said of each instance
    /// @param sums whether several series make one value together
    /// @param rank of several rules for one field, the lowest counts
    /// @param only the label that a series must have, for metrics that stand for several fields
    record Value(Field field, double scale, boolean ofDevice, boolean sums, int rank, Optional<Condition> only)
            implements Rule {}

    /// A label that must have this value. A label that is not there is one that is empty.
    record Condition(String label, String value) {}
}
