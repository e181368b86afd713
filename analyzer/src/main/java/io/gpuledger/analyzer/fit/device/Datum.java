package io.gpuledger.analyzer.fit.device;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// A value in an expression of a selector, as CEL has them. The values of a device's attributes are some of
/// them.
public sealed interface Datum {
    record Text(String value) implements Datum {}

    record Whole(long value) implements Datum {}

    record Flag(boolean value) implements Datum {}

    record Versioned(Version value) implements Datum {}

    /// An amount, as of memory.
    record Amount(BigDecimal value) implements Datum {}

    record Items(List<Datum> all) implements Datum {}

    /// A value that has fields, which an expression reads by their names.
    non-sealed interface Fields extends Datum {
        Optional<Datum> find(String name);

        default boolean has(String name) {
            return find(name).isPresent();
        }
    }

    /// The scheduler gives up on this with an error.
    record Fault(String why) implements Datum {}

    /// Nothing here can tell what this is.
    record Unknown(String why) implements Datum {}

    static Datum of(boolean value) {
        return new Flag(value);
    }
}
