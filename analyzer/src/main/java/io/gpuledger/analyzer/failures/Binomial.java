package io.gpuledger.analyzer.failures;

/// How likely counts are of things of which each falls to a part with the same chance:
///
///     P(N = n) = count! / (n! * (count - n)!) * part^n * (1 - part)^(count - n)
final class Binomial {
    private Binomial() {}

    /// Returns how likely it is that so many or more of all fall to the part.
    ///
    /// @param part between 0 and 1
    static double atLeast(long some, long all, double part) {
        if (some == 0) {
            return 1;
        }
        if (part <= 0) {
            return 0;
        }
        if (part >= 1) {
            return 1;
        }
        var sum = 0.0;
        for (var n = some; n <= all; n++) {
            sum += exactly(n, all, part);
        }
        return Math.min(1, sum);
    }

    private static double exactly(long n, long all, double part) {
        var logarithm = (double) n * Math.log(part) + (double) (all - n) * Math.log1p(-part);
        for (var i = 1L; i <= n; i++) {
            logarithm += Math.log((double) (all - n + i)) - Math.log((double) i);
        }
        return Math.exp(logarithm);
    }
}
