package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Values;
import java.util.List;

/// What the bits of a segment's rows mean to this program: fields are told by name, so that it reads what a version
/// with other fields wrote. Values of fields that it does not have are left out, and counted.
final class FieldMapping {
    private static final int UNKNOWN = -1;

    private final boolean asOurs;
    private final int[] places;
    private final double[] byPlace = new double[Long.SIZE];
    private long unknown;

    FieldMapping(List<String> names) {
        asOurs = names.equals(Field.ALL.stream().map(Field::column).toList());
        places = names.stream()
                .mapToInt(name -> Field.ofColumn(name).map(Field::place).orElse(UNKNOWN))
                .toArray();
    }

    /// Returns how many values were left out so far.
    long unknown() {
        return unknown;
    }

    Values read(long said, Unpacker in) {
        return asOurs ? straight(said, in) : mapped(said, in);
    }

    private static Values straight(long said, Unpacker in) {
        var packed = new double[Long.bitCount(said)];
        for (var i = 0; i < packed.length; i++) {
            packed[i] = in.number();
        }
        return Values.of(said, packed);
    }

    private Values mapped(long said, Unpacker in) {
        var ours = 0L;
        for (var rest = said; rest != 0; rest &= rest - 1) {
            var place = places[Long.numberOfTrailingZeros(rest)];
            var value = in.number();
            if (place == UNKNOWN) {
                unknown++;
            } else {
                byPlace[place] = value;
                ours |= 1L << place;
            }
        }
        return Values.of(ours, packed(ours));
    }

    private double[] packed(long ours) {
        var packed = new double[Long.bitCount(ours)];
        var rest = ours;
        for (var i = 0; i < packed.length; i++) {
            packed[i] = byPlace[Long.numberOfTrailingZeros(rest)];
            rest &= rest - 1;
        }
        return packed;
    }
}
