package io.gpuledger.analyzer.report;

import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Rounds parts so that what is shown adds up to what is shown of all: what rounding leaves goes to those who lost most
/// by it.
public final class Shares {
    private Shares() {}

    /// In the order of the parts.
    ///
    /// @param unit what they are shown in
    public static long[] of(long[] parts, long unit) {
        return of(parts, (double) unit, Math.round((double) LongStream.of(parts).sum() / unit));
    }

    /// In thousandths of all.
    public static long[] thousandths(long[] parts) {
        var all = LongStream.of(parts).sum();
        return all == 0 ? new long[parts.length] : of(parts, all / 1000.0, 1000);
    }

    private static long[] of(long[] parts, double unit, long all) {
        var shares = LongStream.of(parts).map(part -> (long) (part / unit)).toArray();
        var left = all - LongStream.of(shares).sum();
        IntStream.range(0, parts.length)
                .filter(i -> parts[i] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> shares[i] - parts[i] / unit))
                .limit(Math.max(0, left))
                .forEach(i -> shares[i]++);
        return shares;
    }
}
