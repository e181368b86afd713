package io.gpuledger.analyzer.parse.text;

import java.math.BigInteger;

/// Decimal numbers of up to 19 digits to the nearest double, without memory: by the method of Eisel and Lemire (Number
/// parsing at a gigabyte per second, 2021). The product of the digits with a power of five of 128 bits tells the double
/// and, but for very few numbers, that it is the nearest one.
final class Decimals {
    /// Powers of ten that are doubles.
    private static final double[] EXACT = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };
    private static final long EXACT_MANTISSA = 1L << 53;

    /// No reading is so large or so small that it needs another, and all of these give normal doubles.
    private static final int LARGEST = 64;

    private static final int FRACTION = 52;
    private static final int BIAS = 1023;

    private static final long[] HIGH = new long[2 * LARGEST + 1];
    private static final long[] LOW = new long[2 * LARGEST + 1];

    static {
        for (var exponent = -LARGEST; exponent <= LARGEST; exponent++) {
            var bits = bits(exponent);
            HIGH[exponent + LARGEST] = bits.shiftRight(64).longValue();
            LOW[exponent + LARGEST] = bits.longValue();
        }
    }

    private Decimals() {}

    /// The first 128 bits of a power of five, rounded up where it is below 1.
    private static BigInteger bits(int exponent) {
        var power = BigInteger.valueOf(5).pow(Math.abs(exponent));
        if (exponent >= 0) {
            return power.shiftLeft(128).shiftRight(power.bitLength());
        }
        var quotient = BigInteger.ONE.shiftLeft(2 * power.bitLength() + 128).divide(power);
        return quotient.add(BigInteger.ONE).shiftRight(quotient.bitLength() - 128);
    }

    /// The nearest double to digits x 10^exponent, or NaN for one of those that are not told this way.
    ///
    /// @param digits without a sign
    static double nearest(long digits, int exponent) {
        if (digits == 0) {
            return 0;
        }
        if (digits > 0 && digits <= EXACT_MANTISSA && Math.abs(exponent) < EXACT.length) {
            // Both are doubles, so there is but one rounding.
            return exponent < 0 ? digits / EXACT[-exponent] : digits * EXACT[exponent];
        }
        return Math.abs(exponent) <= LARGEST ? estimate(digits, exponent) : Double.NaN;
    }

    private static double estimate(long digits, int exponent) {
        var zeros = Long.numberOfLeadingZeros(digits);
        var left = digits << zeros;
        var factor = HIGH[exponent + LARGEST];
        var high = Math.unsignedMultiplyHigh(left, factor);
        var low = left * factor;
        if ((high & 0x1FF) == 0x1FF) {
            var more = Math.unsignedMultiplyHigh(left, LOW[exponent + LARGEST]);
            low += more;
            high += Long.compareUnsigned(low, more) < 0 ? 1 : 0;
            if (low == -1 && (high & 0x1FF) == 0x1FF) {
                return Double.NaN;
            }
        }
        return rounded(high, low, zeros, exponent);
    }

    private static double rounded(long high, long low, int zeros, int exponent) {
        var upper = (int) (high >>> 63);
        var shift = upper + 64 - FRACTION - 3;
        var fraction = high >>> shift;
        var isHalf = Long.compareUnsigned(low, 1) <= 0
                && exponent >= -4
                && exponent <= 23
                && (fraction & 3) == 1
                && fraction << shift == high;
        // Halves go to the even one, all others to the nearer.
        fraction = isHalf ? fraction >>> 1 : (fraction + (fraction & 1)) >>> 1;
        var binary = ((217706L * exponent) >> 16) + 63 + upper - zeros + BIAS;
        if (fraction == 1L << (FRACTION + 1)) {
            fraction >>>= 1;
            binary++;
        }
        return Double.longBitsToDouble((fraction & ((1L << FRACTION) - 1)) | (binary << FRACTION));
    }
}
