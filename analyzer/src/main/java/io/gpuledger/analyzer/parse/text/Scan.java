package io.gpuledger.analyzer.parse.text;

/// Ways over the bytes of a page, none of which leave the line, or go beyond the end.
final class Scan {
    private Scan() {}

    static boolean isBlank(byte[] page, int at, int end) {
        return at < end && (page[at] == ' ' || page[at] == '\t');
    }

    static boolean isEndOfLine(byte[] page, int at, int end) {
        return at >= end || page[at] == '\n';
    }

    static int blanks(byte[] page, int from, int end) {
        var at = from;
        while (isBlank(page, at, end)) {
            at++;
        }
        return at;
    }

    /// Behind the end of the line.
    static int line(byte[] page, int from, int end) {
        var at = from;
        while (at < end && page[at] != '\n') {
            at++;
        }
        return Math.min(at + 1, end);
    }

    /// Back to where the line starts.
    static int lineStart(byte[] page, int from) {
        var at = from;
        while (at > 0 && page[at - 1] != '\n') {
            at--;
        }
        return at;
    }

    /// Returns whether the comment from there to behind its line is the one that ends an OpenMetrics page.
    static boolean isEnd(byte[] page, int start, int behind) {
        var end = behind > start && page[behind - 1] == '\n' ? behind - 1 : behind;
        return end - start == 5
                && page[start + 1] == ' '
                && page[start + 2] == 'E'
                && page[start + 3] == 'O'
                && page[start + 4] == 'F';
    }

    /// Returns where the name of a metric ends or, without colons, that of a label.
    static int name(byte[] page, int from, int end, boolean colons) {
        var at = from;
        while (at < end && isOfName(page[at], at > from, colons)) {
            at++;
        }
        return at;
    }

    private static boolean isOfName(byte character, boolean digits, boolean colons) {
        var lower = character | 0x20;
        return (lower >= 'a' && lower <= 'z')
                || character == '_'
                || (digits && character >= '0' && character <= '9')
                || (colons && character == ':');
    }

    /// Goes from an opening quote to behind the closing one.
    static int quoted(byte[] page, int from, int end) throws BadLineException {
        var at = from + 1;
        while (!isEndOfLine(page, at, end)) {
            if (page[at] == '"') {
                return at + 1;
            }
            at += page[at] == '\\' && !isEndOfLine(page, at + 1, end) ? 2 : 1;
        }
        throw new BadLineException("a quote that is not closed");
    }

    /// Goes from an opening brace to behind the closing one.
    static int block(byte[] page, int from, int end) throws BadLineException {
        var at = from + 1;
        while (!isEndOfLine(page, at, end)) {
            if (page[at] == '}') {
                return at + 1;
            }
            at = page[at] == '"' ? quoted(page, at, end) : at + 1;
        }
        throw new BadLineException("a brace that is not closed");
    }
}
