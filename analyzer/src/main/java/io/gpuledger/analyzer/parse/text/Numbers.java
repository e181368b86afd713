package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Pattern;

/// Reads a number as the formats have it: what Go's ParseFloat reads, without underscores, up to the blank or the end
/// of line behind it. Gives the same as [Double#parseDouble], bit for bit, and costs no memory where a number has up to
/// 19 digits and is between about 1e-60 and 1e60.
final class Numbers {
    /// No number has more characters than this.
    private static final int LONGEST = 1000;

    private static final int MOST_DIGITS = 19;
    private static final int HUGE = 1 << 20;

    private static final Pattern WORD = Pattern.compile("[+-]?inf(inity)?+|nan", Pattern.CASE_INSENSITIVE);
    private static final Pattern HEXADECIMAL =
            Pattern.compile("[+-]?0[xX]([0-9a-fA-F]++\\.?+[0-9a-fA-F]*+|\\.[0-9a-fA-F]++)[pP][+-]?[0-9]++");

    private double value;
    private int end;

    // Of the number that is being read.
    private boolean isNegative;
    private long digits;
    private int count;
    private int exponent;

    double value() {
        return value;
    }

    /// Where the last number that was read ended.
    int end() {
        return end;
    }

    /// Reads the number there, and returns whether there is one.
    boolean read(byte[] page, int from, int limit) {
        digits = 0;
        count = 0;
        exponent = 0;
        var start = behindSign(page, from, limit);
        var at = readDigits(page, start, limit);
        if (at < limit && page[at] == '.') {
            var fraction = at + 1;
            at = readDigits(page, fraction, limit);
            exponent = fraction - at;
        }
        if (count == 0) {
            return readWord(page, from, limit);
        }
        if (at < limit && (page[at] | 0x20) == 'e') {
            at = readExponent(page, at + 1, limit);
        }
        end = at;
        return isEnd(page, at, limit) ? set(page, from) : readWord(page, from, limit);
    }

    private int behindSign(byte[] page, int from, int limit) {
        isNegative = from < limit && page[from] == '-';
        return isNegative || (from < limit && page[from] == '+') ? from + 1 : from;
    }

    private int readDigits(byte[] page, int from, int limit) {
        var sum = digits;
        var at = from;
        while (at < limit && isDigit(page[at])) {
            sum = 10 * sum + page[at++] - '0';
        }
        digits = sum;
        count += at - from;
        return at;
    }

    /// Stays at the letter where no digits follow it.
    private int readExponent(byte[] page, int from, int limit) {
        var isSmall = from < limit && page[from] == '-';
        var start = isSmall || (from < limit && page[from] == '+') ? from + 1 : from;
        var at = start;
        var scale = 0;
        while (at < limit && isDigit(page[at])) {
            scale = Math.min(10 * scale + page[at++] - '0', HUGE);
        }
        exponent += isSmall ? -scale : scale;
        return at > start ? at : from - 1;
    }

    private boolean set(byte[] page, int from) {
        var nearest = count > MOST_DIGITS ? Double.NaN : Decimals.nearest(digits, exponent);
        if (Double.isNaN(nearest)) {
            return setSlowly(page, from);
        }
        value = isNegative ? -nearest : nearest;
        return end - from <= LONGEST;
    }

    /// Reads the number as the JDK does. What is beyond the range of doubles is no infinity, but wrong.
    private boolean setSlowly(byte[] page, int from) {
        if (end - from > LONGEST) {
            return false;
        }
        value = Double.parseDouble(new String(page, from, end - from, ISO_8859_1));
        return !Double.isInfinite(value);
    }

    private boolean readWord(byte[] page, int from, int limit) {
        end = from;
        while (!isEnd(page, end, limit)) {
            end++;
        }
        if (end == from || end - from > LONGEST) {
            return false;
        }
        var text = new String(page, from, end - from, ISO_8859_1);
        if (WORD.matcher(text).matches()) {
            var isNan = text.length() == 3 && (text.charAt(0) | 0x20) == 'n';
            var infinity = text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            value = isNan ? Double.NaN : infinity;
            return true;
        }
        return HEXADECIMAL.matcher(text).matches() && setSlowly(page, from);
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }

    private static boolean isEnd(byte[] page, int at, int limit) {
        return Scan.isEndOfLine(page, at, limit) || Scan.isBlank(page, at, limit);
    }
}
