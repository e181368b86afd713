package io.gpuledger.analyzer.prometheus;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Numbers that are written with three hexadecimal digits, in lower case.
///
/// @param to the first one behind it
record HexRange(int from, int to) {
    static final int DIGITS = 3;

    private static final int BASE = 16;
    private static final int DECIMAL = 10;
    private static final String ANY = "[0-9a-f]";

    /// Returns the number with which a text begins; nothing where it begins with something else.
    static OptionalInt first(String text) {
        var number = 0;
        for (var i = 0; i < DIGITS; i++) {
            var digit = i < text.length() ? digit(text.charAt(i)) : -1;
            if (digit < 0) {
                return OptionalInt.empty();
            }
            number = number * BASE + digit;
        }
        return OptionalInt.of(number);
    }

    private static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'f' ? c - 'a' + DECIMAL : -1;
    }

    /// Returns patterns of which each of its numbers matches one, and no other number does. They are few: blocks of
    /// numbers that begin alike have one together.
    List<String> patterns() {
        var patterns = new ArrayList<String>();
        for (var at = from; at < to; ) {
            var block = block(at);
            var end = Math.min(to / block * block, (at / (block * BASE) + 1) * block * BASE);
            patterns.add(pattern(at, end - block, block));
            at = end;
        }
        return patterns;
    }

    /// Returns the length of the largest block that begins there and is in the range: 1, 16 or 256.
    private int block(int at) {
        var block = 1;
        for (var i = 1; i < DIGITS && at % (block * BASE) == 0 && at + block * BASE <= to; i++) {
            block *= BASE;
        }
        return block;
    }

    /// Returns the pattern of blocks that differ in one digit.
    ///
    /// @param first number of the first of them
    /// @param last number of the last of them
    private static String pattern(int first, int last, int block) {
        var pattern = new StringBuilder();
        for (var place = BASE * BASE; place > 0; place /= BASE) {
            if (place < block) {
                pattern.append(ANY);
            } else {
                pattern.append(digits(first / place % BASE, last / place % BASE));
            }
        }
        return pattern.toString();
    }

    private static String digits(int first, int last) {
        if (first == last) {
            return text(first);
        }
        return first < DECIMAL && last >= DECIMAL
                ? "[%s-9a-%s]".formatted(text(first), text(last))
                : "[%s-%s]".formatted(text(first), text(last));
    }

    private static String text(int digit) {
        return Integer.toHexString(digit);
    }
}
