package io.gpuledger.analyzer.ledger;

import java.util.Comparator;
import java.util.stream.IntStream;

/// Rounds so that nothing is lost: each down to a whole number, and what is left goes one by one to those that lost
/// most; of these, to the first.
final class LargestRemainder {
    private LargestRemainder() {}

    /// @param parts in the order in which they come first
    /// @param partsInOne how many make a whole one
    /// @param total what the whole numbers are to add up to; less than one off from what the parts come to
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
