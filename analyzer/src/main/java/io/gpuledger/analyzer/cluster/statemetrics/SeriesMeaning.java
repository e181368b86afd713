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
        /// The labels tell the value, which the attribute has for as long as the sample is not 0.
        record Constant(String text) implements ValueForm {}

        /// The sample tells the value: `true` where it is not 0, and `false` where it is.
        record Flag() implements ValueForm {}

        /// The sample is the value.
        record Amount() implements ValueForm {}

        /// The labels or the name tell the value; the sample has since when the attribute has it, in seconds since
        /// 1970.
        record Since(String text) implements ValueForm {}

        /// The value is an instant; the sample has it in seconds since 1970.
        record Timestamp() implements ValueForm {}
    }
}
