package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.List;

/// What a series says of an object.
///
/// @param told what follows for the object's attributes; of none that is only known that the object is there
record Saying(ObjectId object, List<Told> told) {
    Saying {
        told = List.copyOf(told);
    }

    /// An attribute, and how its value is told.
    record Told(String attribute, Value value) {}

    sealed interface Value {
        /// By the labels; while the sample is not 0.
        record Constant(String text) implements Value {}

        /// By the sample: not 0 is `true`.
        record Flag() implements Value {}

        /// By the sample.
        record Amount() implements Value {}

        /// By the sample: seconds since 1970.
        record Moment() implements Value {}
    }
}
