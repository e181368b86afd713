package io.gpuledger.analyzer.ledger;

import java.util.Comparator;
import java.util.stream.IntStream;

/// Rounds parts so that nothing of their sum is lost. Each is rounded down to a whole number, and what is left goes,
/// one by one, to the parts that lost most; among equals the first comes first.
final class LargestRemainder {
    private LargestRemainder() {}

    /// @param parts in the order that decides among equals
    /// @param partsInOne how many make a whole one
    /// @param total what the whole numbers are to add up to; this is less than one off from what the parts come to
    static long[] round(long[] parts, long partsInOne, long total) {
        var whole = new long[parts.length];
        var left = total;
        for (var i = 0; i < parts.length; i++) {
            whole[i] = parts[i] / partsInOne;
            left -= whole[i];
        }
        if (left < 0 || left > parts.length) {
            throw new IllegalArgumentException("%d are left of %d".formatted(left, total));
        }
        IntStream.range(0, parts.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> -(parts[i] % partsInOne)))
                .limit(left)
                .forEach(i -> whole[i]++);
        return whole;
    }
}
