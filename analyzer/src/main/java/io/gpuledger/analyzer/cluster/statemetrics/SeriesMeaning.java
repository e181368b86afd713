package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.List;

/// Holds what a series says of an object.
///
/// @param attributes what follows for the object's attributes; of none that is only known that the object is there
record SeriesMeaning(ObjectId object, List<AttributeMeaning> attributes) {
    SeriesMeaning {
        attributes = List.copyOf(attributes);
    }

    /// An attribute, and how its value is told.
    record AttributeMeaning(String attribute, ValueForm form) {}

    sealed interface ValueForm {
        /// By the labels; while the sample is not 0.
        record Constant(String text) implements ValueForm {}

        /// By the sample: not 0 is `true`.
        record Flag() implements ValueForm {}

        /// The value is the sample's.
        record Amount() implements ValueForm {}

        /// The value is an instant; the sample has it in seconds since 1970.
        record Timestamp() implements ValueForm {}
    }
}
