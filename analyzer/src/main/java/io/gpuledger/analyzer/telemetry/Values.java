package io.gpuledger.analyzer.telemetry;

import java.util.Arrays;
import java.util.OptionalDouble;

/// What was said of a unit at one instant: some of the fields, each with its value. Immutable, and packed, because
/// there is one for each unit at each tick.
public final class Values {
    public static final Values NONE = new Values(0, new double[0]);

    private final long said;
    private final double[] packed;

    private Values(long said, double[] packed) {
        this.said = said;
        this.packed = packed;
    }

    /// Makes values of a bit for each field that is said, lowest first, and of their values, in the same order.
    public static Values of(long said, double[] packed) {
        if (Long.bitCount(said) != packed.length) {
            throw new IllegalArgumentException(Long.bitCount(said) + " fields and " + packed.length + " values");
        }
        return new Values(said, packed);
    }

    /// A bit for each field that is said: [Field#ALL] says which.
    public long said() {
        return said;
    }

    public int size() {
        return packed.length;
    }

    /// Returns one of the values that are said, in the order of the fields.
    public double packed(int index) {
        return packed[index];
    }

    public OptionalDouble get(Field field) {
        var bit = field.bit();
        return (said & bit) == 0 ? OptionalDouble.empty() : OptionalDouble.of(packed[Long.bitCount(said & (bit - 1))]);
    }

    /// Returns the value of a field, or another where it is not said.
    public double or(Field field, double otherwise) {
        var bit = field.bit();
        return (said & bit) == 0 ? otherwise : packed[Long.bitCount(said & (bit - 1))];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Values that && said == that.said && Arrays.equals(packed, that.packed);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(said) * 31 + Arrays.hashCode(packed);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        Field.ALL.forEach(field -> get(field)
                .ifPresent(value -> text.append(text.length() > 1 ? ", " : "")
                        .append(field.column())
                        .append('=')
                        .append(value)));
        return text.append('}').toString();
    }
}
