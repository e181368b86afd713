package io.gpuledger.analyzer.benchmark;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;

/// A page on which numbers are others at each scrape, and are written with as many digits as they take: so what comes
/// after them stands elsewhere each time. It is written anew as a whole.
final class ChangingText implements NodePage.Text {
    /// No number is written with more characters than this: it has at most 19 digits, and a point.
    private static final int WIDTH_MAX = 24;

    /// A number of the page. A gauge is anything up to what the page has or a little more, a counter goes up.
    ///
    /// @param from where the value begins in the text
    /// @param to where it ends, and what follows is as it was, such as an exponent
    /// @param decimals how many digits are behind its point
    record Figure(int from, int to, boolean counter, long first, int decimals) {
        private static final long SMALL = 9;

        /// Returns those that change on a GPU at work. What is constant on any GPU stays, and so do zeros and small
        /// counts, which tell of errors.
        static List<Figure> ofWork(String page) {
            return on(page, (line, figure) -> figure.first() > SMALL && !DcgmText.isConstant(line));
        }

        /// Returns all, as if at each scrape errors were counted and limits set.
        static List<Figure> all(String page) {
            return on(page, (_, _) -> true);
        }

        private static List<Figure> on(String page, BiPredicate<String, Figure> changes) {
            var figures = new ArrayList<Figure>();
            var counter = false;
            var offset = 0;
            for (var line : page.split("\n", -1)) {
                if (line.startsWith("# TYPE ")) {
                    counter = line.endsWith(" counter");
                } else if (!line.isEmpty() && !line.startsWith("#")) {
                    var figure = of(line, offset, counter);
                    if (changes.test(line, figure)) {
                        figures.add(figure);
                    }
                }
                offset += line.length() + 1;
            }
            return List.copyOf(figures);
        }

        private static Figure of(String line, int offset, boolean counter) {
            var at = line.lastIndexOf(' ') + 1;
            var mantissa = line.substring(at).split("e", 2)[0];
            var point = mantissa.indexOf('.');
            return new Figure(
                    offset + at,
                    offset + at + mantissa.length(),
                    counter,
                    Long.parseLong(mantissa.replace(".", "")),
                    point < 0 ? 0 : mantissa.length() - point - 1);
        }

        long next(long before, long random) {
            var drawn = random >>> 1;
            return counter ? before + 1 + drawn % (first / 16_384 + 1) : drawn % (first + SMALL);
        }
    }

    private final byte[] text;
    private final List<Figure> figures;
    private final long[] values;
    private final byte[] bytes;

    /// @param figures those of the text, which are at the same places on all pages of a fleet
    ChangingText(String text, List<Figure> figures) {
        this.text = text.getBytes(US_ASCII);
        this.figures = figures;
        this.values = figures.stream().mapToLong(Figure::first).toArray();
        this.bytes = new byte[NodePage.head(text.length()).length() + text.length() + figures.size() * WIDTH_MAX];
    }

    /// The head says how long the page is, and is written when that is known. There is room for it, as long as the
    /// length has as many digits as that of the text.
    @Override
    public int send(OutputStream out, LongSupplier random) throws IOException {
        for (var index = 0; index < values.length; index++) {
            values[index] = figures.get(index).next(values[index], random.getAsLong());
        }
        var base = NodePage.head(text.length).length();
        var end = write(base);
        var head = NodePage.head(end - base);
        if (head.length() != base) {
            throw new IllegalStateException("a page of %d bytes became one of %d".formatted(text.length, end - base));
        }
        System.arraycopy(head.getBytes(US_ASCII), 0, bytes, 0, base);
        out.write(bytes, 0, end);
        return end - base;
    }

    private int write(int base) {
        var at = base;
        var from = 0;
        for (var index = 0; index < values.length; index++) {
            var figure = figures.get(index);
            System.arraycopy(text, from, bytes, at, figure.from() - from);
            at = write(values[index], figure.decimals(), at + figure.from() - from);
            from = figure.to();
        }
        System.arraycopy(text, from, bytes, at, text.length - from);
        return at + text.length - from;
    }

    /// Nobody writes zeros at the end of a fraction, nor a point without one.
    private int write(long value, int decimals, int at) {
        var rest = value;
        var behind = decimals;
        while (behind > 0 && rest % 10 == 0) {
            rest /= 10;
            behind--;
        }
        var digits = Long.toString(rest);
        var whole = digits.length() - behind;
        if (whole <= 0) {
            digits = "0".repeat(1 - whole) + digits;
            whole = 1;
        }
        var written = behind == 0 ? digits : digits.substring(0, whole) + '.' + digits.substring(whole);
        var ascii = written.getBytes(US_ASCII);
        System.arraycopy(ascii, 0, bytes, at, ascii.length);
        return at + ascii.length;
    }
}
