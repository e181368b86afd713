package io.gpuledger.analyzer.failures;

/// How likely counts are of things that come independently of each other:
///
///     P(N = n) = mean^n / n! * e^-mean
final class Poisson {
    /// So much lies below an interval, and as much above it: it holds what is asked for in nine of ten cases.
    private static final double TAIL = 0.05;

    private static final int STEPS = 100;

    private Poisson() {}

    /// Returns how likely it is that there are so many or more, where so many are expected.
    static double atLeast(long count, double mean) {
        if (count == 0) {
            return 1;
        }
        if (mean <= 0) {
            return 0;
        }
        return (double) count > mean ? above(count, mean) : 1 - below(count, mean);
    }

    /// Adds up what is as many or more, the most likely first, so that even what is very small is exact.
    private static double above(long count, double mean) {
        var term = exactly(count, mean);
        var sum = term;
        for (var n = count + 1; term > sum * 1e-16; n++) {
            term *= mean / (double) n;
            sum += term;
        }
        return Math.min(1, sum);
    }

    private static double below(long count, double mean) {
        var term = exactly(count - 1, mean);
        var sum = term;
        for (var n = count - 1; n > 0 && term > sum * 1e-16; n--) {
            term *= (double) n / mean;
            sum += term;
        }
        return Math.min(1, sum);
    }

    private static double exactly(long count, double mean) {
        var logarithm = (double) count * Math.log(mean) - mean;
        for (var n = 2L; n <= count; n++) {
            logarithm -= Math.log((double) n);
        }
        return Math.exp(logarithm);
    }

    /// Returns the least mean for which so many or more are not unlikely.
    static double low(long count) {
        return count == 0 ? 0 : bisect(count, TAIL);
    }

    /// Returns the greatest mean for which so many or fewer are not unlikely.
    static double high(long count) {
        return bisect(count + 1, 1 - TAIL);
    }

    /// Returns the mean for which so many or more have a chance.
    private static double bisect(long count, double chance) {
        var low = 0.0;
        var high = (double) count + 10 * Math.sqrt((double) count) + 10;
        for (var step = 0; step < STEPS; step++) {
            var middle = (low + high) / 2;
            if (atLeast(count, middle) < chance) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }
}
