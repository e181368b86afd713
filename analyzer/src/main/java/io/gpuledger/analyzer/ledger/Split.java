package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.math.BigInteger;

/// Divides whole amounts so that the parts add up to the whole, wherever the whole is cut.
final class Split {
    private Split() {}

    /// Returns how much of an amount that is spread evenly over a span falls into a part of the span. The
    /// amount until either end of the part is counted from the span's beginning and rounded down: so the parts
    /// add up wherever the span is cut.
    static long part(long amount, Span whole, long from, long to) {
        if (from <= whole.from() && to >= whole.to()) {
            return amount;
        }
        return until(amount, whole, to) - until(amount, whole, from);
    }

    private static long until(long amount, Span whole, long at) {
        if (at >= whole.to()) {
            return amount;
        }
        return at <= whole.from() ? 0 : Math.multiplyExact(amount, at - whole.from()) / whole.millis();
    }

    /// Returns a part of an amount, rounded down, however large all of these are: the replicas that a unit is
    /// advertised as may be others from minute to minute, and what they have in common is large.
    static long part(long amount, long units, long ofUnits) {
        var isSmall = Math.multiplyHigh(amount, units) == 0 && amount * units >= 0;
        return isSmall
                ? amount * units / ofUnits
                : BigInteger.valueOf(amount)
                        .multiply(BigInteger.valueOf(units))
                        .divide(BigInteger.valueOf(ofUnits))
                        .longValueExact();
    }

    static long leastCommonMultiple(long one, long other) {
        return one / greatestCommonDivisor(one, other) * other;
    }

    private static long greatestCommonDivisor(long one, long other) {
        return other == 0 ? one : greatestCommonDivisor(other, one % other);
    }
}
