package io.gpuledger.exporter.exposition;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// How numbers are written on the page.
final class Numbers {
    /// Above this a double no longer tells one whole number from the next.
    private static final double MAX_EXACT = 1L << 53;

    /// A million millionths a million: from here on Go writes an exponent, as it does below a hundred of them.
    private static final long MAX_MILLIONTHS = 1_000_000L * 1_000_000;

    private static final long MIN_MILLIONTHS = 100;

    private Numbers() {}

    /// Prints a number as a person would: whole ones in full, others to the millionth.
    static String plain(double value) {
        var rounded = Math.abs(value) < MAX_EXACT / 1e6 ? Math.rint(value * 1e6) / 1e6 : value;
        if (rounded == Math.rint(rounded) && Math.abs(rounded) <= MAX_EXACT) {
            return Long.toString((long) rounded);
        }
        var millionths = Math.round(rounded * 1e6);
        return areDecimal(millionths) ? decimal(millionths) : go(rounded);
    }

    /// Seconds of a ledger counter: whole milliseconds, rounded down so that a part never exceeds its whole.
    static String seconds(long nanos) {
        var millis = Math.floorDiv(nanos, 1_000_000L);
        return millis / 1000 + "." + Long.toString(1000 + millis % 1000).substring(1);
    }

    /// Prints a number as dcgm-exporter prints what DCGM says: it rounds to six decimals first, and then prints as Go
    /// does.
    static String dcgm(double value) {
        if (value == Math.rint(value)) {
            return Math.abs(value) < 1e6 ? Long.toString((long) value) : go(value);
        }
        var scaled = value * 1e6;
        var millionths = Math.round(scaled);
        // Where the product's own error may decide which way it is rounded, only all of the binary digits tell.
        if (areDecimal(millionths) && Math.abs(scaled - millionths) < 0.499) {
            return decimal(millionths);
        }
        return go(new BigDecimal(value).setScale(6, RoundingMode.HALF_EVEN).doubleValue());
    }

    private static boolean areDecimal(long millionths) {
        var amount = Math.abs(millionths);
        return amount >= MIN_MILLIONTHS && amount < MAX_MILLIONTHS;
    }

    /// What [#go] prints of as many millionths: so few digits that no shorter number is the same double.
    private static String decimal(long millionths) {
        var amount = Math.abs(millionths);
        var digits = Long.toString(1_000_000 + amount % 1_000_000);
        var end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        return (millionths < 0 ? "-" : "") + amount / 1_000_000 + (end > 1 ? "." + digits.substring(1, end) : "");
    }

    /// Prints a number as Go prints a float for Prometheus: it takes the fewest digits that read back the same, with an
    /// exponent of at least two digits below 1e-04 and from 1e+06 on.
    static String go(double value) {
        if (value == Math.rint(value) && value >= 1e6 && value <= MAX_EXACT) {
            return exponential(Long.toString((long) value));
        }
        var shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        var exponent = shortest.precision() - shortest.scale() - 1;
        if (shortest.signum() == 0 || (exponent >= -4 && exponent < 6)) {
            return shortest.toPlainString();
        }
        var digits = shortest.unscaledValue().abs().toString();
        return (shortest.signum() < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    /// A whole number that a double tells from its neighbours: no fewer digits than its own read back the same.
    private static String exponential(String digits) {
        var end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        var exponent = digits.length() - 1;
        return digits.charAt(0)
                + (end > 1 ? "." + digits.substring(1, end) : "")
                + (exponent < 10 ? "e+0" : "e+")
                + exponent;
    }
}
