package io.gpuledger.analyzer.web.api;

import java.util.List;

/// Declares something that a request can say: its name, what it takes, and what it does.
public sealed interface Parameter {
    String name();

    Schema schema();

    /// Explains in sentences what it does.
    String meaning();

    /// A parameter that may be given once.
    ///
    /// @param usual the value where it is left out, and where it cannot be read until that is said
    /// @param usually describes the usual value
    record One<T>(String name, Reading<T> reading, T usual, String usually, String meaning) implements Parameter {
        /// Describes the usual value by writing it down.
        public One(String name, Reading<T> reading, T usual, String meaning) {
            this(name, reading, usual, String.valueOf(usual), meaning);
        }

        @Override
        public Schema schema() {
            return reading.schema();
        }

        /// The same parameter, where the usual value follows from something else that was asked.
        public One<T> or(T other) {
            return new One<>(name, reading, other, usually, meaning);
        }

        /// The same parameter, where its limits follow from something else that was asked.
        public One<T> within(Reading<T> other) {
            return new One<>(name, other, usual, usually, meaning);
        }
    }

    /// A parameter that must be given once.
    ///
    /// @param example stands in the place of a missing value until that is said
    /// @param hint tells where to find its values
    record Required<T>(String name, Reading<T> reading, T example, String hint, String meaning) implements Parameter {
        @Override
        public Schema schema() {
            return reading.schema();
        }
    }

    /// A parameter that may be given any number of times.
    ///
    /// @param usually describes what holds where it is left out
    /// @param isListed whether commas part several values in one text
    record Several<T>(String name, Reading<T> reading, boolean isListed, String usually, String meaning)
            implements Parameter {
        @Override
        public Schema schema() {
            return reading.schema();
        }
    }

    /// What is sent along as the body of the request: a question that has one is asked by POST.
    ///
    /// @param missing stands in the place of a body that cannot be read until that is said
    /// @param bytesMax how long it may be
    /// @param mediaTypes what it may be written as
    record Body<T>(String name, Reading<T> reading, T missing, int bytesMax, List<String> mediaTypes, String meaning)
            implements Parameter {
        public Body {
            mediaTypes = List.copyOf(mediaTypes);
        }

        @Override
        public Schema schema() {
            return reading.schema();
        }
    }

    /// A parameter that is a part of the path, where its name stands in braces.
    record InPath(String name, String meaning) implements Parameter {
        @Override
        public Schema schema() {
            return Schema.Plain.TEXT;
        }
    }
}
