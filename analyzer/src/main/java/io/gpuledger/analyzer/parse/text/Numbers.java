package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.regex.Pattern;

/// Reads a number as the formats have it: what Go's ParseFloat reads, without underscores, up to the blank or the end
/// of
/// line behind it. Gives the same as [Double#parseDouble], bit for bit, and costs no memory where a number has up to 19
/// digits and is between about 1e-60 and 1e60.
final class Numbers {
    /// Of which none has more than this many characters.
    private static final int LONGEST = 1000;

    private static final int MOST_DIGITS = 19;
    private static final int HUGE = 1 << 20;

    private static final Pattern WORD = Pattern.compile("[+-]?inf(inity)?+|nan", Pattern.CASE_INSENSITIVE);
    private static final Pattern HEXADECIMAL =
            Pattern.compile("[+-]?0[xX]([0-9a-fA-F]++\\.?+[0-9a-fA-F]*+|\\.[0-9a-fA-F]++)[pP][+-]?[0-9]++");

    private double value;
    private int end;

    double value() {
        return value;
    }

    /// Where the last number that was read ended.
    int end() {
        return end;
    }

    /// Whether there is one.
    boolean read(byte[] page, int from, int limit) {
        var at = from;
        var isNegative = false;
        if (at < limit && (page[at] == '-' || page[at] == '+')) {
            isNegative = page[at++] == '-';
        }
        var digits = 0L;
        var exponent = 0;
        var start = at;
        while (at < limit && isDigit(page[at])) {
            digits = 10 * digits + page[at++] - '0';
        }
        var count = at - start;
        if (at < limit && page[at] == '.') {
            start = ++at;
            while (at < limit && isDigit(page[at])) {
                digits = 10 * digits + page[at++] - '0';
            }
            exponent = start - at;
            count += at - start;
        }
        if (count == 0 || (at < limit && page[at] > ' ')) {
            return readUnusual(page, from, at, limit, isNegative, digits, exponent, count);
        }
        end = at;
        return isEnd(page, at, limit) && set(page, from, isNegative, digits, exponent, count);
    }

    /// With an exponent, or anything but digits.
    private boolean readUnusual(
            byte[] page, int from, int to, int limit, boolean isNegative, long digits, int exponent, int count) {
        var at = to;
        if (count > 0 && (page[at] | 0x20) == 'e') {
            var sign = ++at;
            if (at < limit && (page[at] == '-' || page[at] == '+')) {
                at++;
            }
            var start = at;
            var scale = 0;
            while (at < limit && isDigit(page[at])) {
                scale = Math.min(10 * scale + page[at++] - '0', HUGE);
            }
            end = at;
            return at > start
                    && isEnd(page, at, limit)
                    && set(page, from, isNegative, digits, exponent + (page[sign] == '-' ? -scale : scale), count);
        }
        return readWord(page, from, limit);
    }

    private boolean set(byte[] page, int from, boolean isNegative, long digits, int exponent, int count) {
        var nearest = count > MOST_DIGITS ? Double.NaN : Decimals.nearest(digits, exponent);
        if (Double.isNaN(nearest)) {
            return setSlowly(page, from);
        }
        value = isNegative ? -nearest : nearest;
        return end - from <= LONGEST;
    }

    /// What is beyond the range of doubles is no infinity, but wrong.
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
