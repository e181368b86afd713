package io.gpuledger.analyzer.web.api;

import java.util.List;

/// Describes what a parameter takes or a field has, for documentation.
public sealed interface Schema {
    /// These need no further description.
    enum Plain implements Schema {
        TEXT,
        /// A time as in 2026-11-16T08:00:00Z.
        TIME,
        /// A time in one of the ways that people write it.
        WRITTEN_TIME,
        WHOLE_NUMBER,
        NUMBER,
        /// A text of digits, so that nobody's floating point makes it another amount.
        MONEY,
        YES_OR_NO
    }

    /// Whole numbers, both ends among them.
    record Range(long from, long to) implements Schema {}

    /// A number with so many decimals.
    record Decimal(int places) implements Schema {}

    /// One of these words.
    record OneOf(List<String> words) implements Schema {
        public OneOf {
            words = List.copyOf(words);
        }
    }

    /// Any number of values of one kind.
    record ListOf(Schema of) implements Schema {}

    /// Any number of values of one kind, each under a name.
    ///
    /// @param by what the names are of
    record MapOf(String by, Schema of) implements Schema {}

    /// An object with the fields of a shape.
    record ObjectOf(Shape<?> shape) implements Schema {}
}
