package io.gpuledger.exporter.top.page;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A line of a page: `family{name="value",...} 1.5`, with a timestamp behind it or without.
record SampleLine(String family, Labels labels, double value) {
    /// Returns nothing for a line that is no sample.
    static Optional<SampleLine> read(String line) {
        try {
            return Optional.of(new Cursor(line).sample());
        } catch (NumberFormatException | StringIndexOutOfBoundsException | Unexpected _) {
            return Optional.empty();
        }
    }

    /// Where a line is no sample any more.
    private static final class Unexpected extends Exception {
        private static final long serialVersionUID = 1;
    }

    private static final class Cursor {
        private final String line;
        private int at;

        Cursor(String line) {
            this.line = line;
        }

        SampleLine sample() throws Unexpected {
            var family = name();
            Map<String, String> labels = new LinkedHashMap<>();
            if (line.charAt(at) == '{') {
                at++;
                labels(labels);
            }
            blanks();
            return new SampleLine(family, new Labels(labels), number());
        }

        private void labels(Map<String, String> labels) throws Unexpected {
            blanks();
            while (line.charAt(at) != '}') {
                var name = name();
                blanks();
                expect('=');
                blanks();
                labels.put(name, quoted());
                blanks();
                if (line.charAt(at) != '}') {
                    expect(',');
                    blanks();
                }
            }
            at++;
        }

        private String name() throws Unexpected {
            var start = at;
            while (at < line.length() && isOfName(line.charAt(at))) {
                at++;
            }
            if (at == start) {
                throw new Unexpected();
            }
            return line.substring(start, at);
        }

        private static boolean isOfName(char c) {
            return c == '_' || c == ':' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        }

        /// A value between quotes, in which a backslash escapes itself, a quote and an `n` for a line's end.
        private String quoted() throws Unexpected {
            expect('"');
            var end = line.indexOf('"', at);
            var plain = line.substring(at, end);
            if (plain.indexOf('\\') < 0) {
                at = end + 1;
                return plain;
            }
            var value = new StringBuilder();
            while (line.charAt(at) != '"') {
                value.append(line.charAt(at) == '\\' ? escaped() : line.charAt(at));
                at++;
            }
            at++;
            return value.toString();
        }

        private char escaped() {
            at++;
            return line.charAt(at) == 'n' ? '\n' : line.charAt(at);
        }

        private double number() {
            var end = line.indexOf(' ', at);
            return switch (line.substring(at, end < 0 ? line.length() : end)) {
                case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
                case "-Inf" -> Double.NEGATIVE_INFINITY;
                case String text -> Double.parseDouble(text);
            };
        }

        private void expect(char wanted) throws Unexpected {
            if (line.charAt(at) != wanted) {
                throw new Unexpected();
            }
            at++;
        }

        private void blanks() {
            while (at < line.length() && line.charAt(at) == ' ') {
                at++;
            }
        }
    }
}
