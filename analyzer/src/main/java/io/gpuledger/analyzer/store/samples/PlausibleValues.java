package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Values;

/// Leaves out what no device can have, such as sentinels that nobody knew as such: it would be the greatest ever after,
/// and may fit no column.
final class PlausibleValues {
    private static final double[] MIN =
            Field.ALL.stream().mapToDouble(Field::min).toArray();
    private static final double[] MAX =
            Field.ALL.stream().mapToDouble(Field::max).toArray();

    private PlausibleValues() {}

    static Values of(Values told) {
        var good = good(told);
        return good == told.said() ? told : only(told, good);
    }

    private static long good(Values told) {
        var good = 0L;
        var at = 0;
        for (var bits = told.said(); bits != 0; bits &= bits - 1) {
            var place = Long.numberOfTrailingZeros(bits);
            var value = told.packed(at++);
            if (value >= MIN[place] && value <= MAX[place]) {
                good |= 1L << place;
            }
        }
        return good;
    }

    private static Values only(Values told, long good) {
        var packed = new double[Long.bitCount(good)];
        var from = 0;
        var to = 0;
        for (var bits = told.said(); bits != 0; bits &= bits - 1) {
            var value = told.packed(from++);
            if ((good & Long.lowestOneBit(bits)) != 0) {
                packed[to++] = value;
            }
        }
        return Values.of(good, packed);
    }
}
