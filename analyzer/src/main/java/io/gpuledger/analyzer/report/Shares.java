package io.gpuledger.analyzer.report;

import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Rounds parts so that those shown add up to the sum shown: what rounding leaves is given to the parts that lost most
/// by it.
public final class Shares {
    private Shares() {}

    /// The shares are in the order of the parts.
    ///
    /// @param unit the unit that the shares are shown in
    public static long[] of(long[] parts, long unit) {
        return of(parts, (double) unit, Math.round((double) LongStream.of(parts).sum() / unit));
    }

    /// The shares are in thousandths of the sum.
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
