package io.gpuledger.analyzer.parse.text;

/// Reads what follows a series in its line: a value, maybe a time and, in OpenMetrics, an exemplar, which is passed
/// over.
final class Measurement {
    private final Numbers numbers = new Numbers();
    private double value;
    private boolean isTimed;
    private long millis;
    private int end;
    private String problem = "";

    double value() {
        return value;
    }

    boolean isTimed() {
        return isTimed;
    }

    long millis() {
        return millis;
    }

    /// The end of the line.
    int end() {
        return end;
    }

    /// Why the last could not be read.
    String problem() {
        return problem;
    }

    /// Reads what stands there, and returns whether it can be read.
    boolean read(byte[] page, int from, int limit, PageFormat format) {
        isTimed = false;
        if (!numbers.read(page, Scan.blanks(page, from, limit), limit)) {
            return fails("no value, or one that is no number");
        }
        value = numbers.value();
        end = numbers.end();
        return Scan.isEndOfLine(page, end, limit) || readMore(page, limit, format);
    }

    private boolean readMore(byte[] page, int limit, PageFormat format) {
        end = Scan.blanks(page, end, limit);
        if (Scan.isEndOfLine(page, end, limit)) {
            return true;
        }
        if (!isExemplar(page, limit, format)) {
            if (!readTime(page, limit, format)) {
                return fails("a time that is none");
            }
            end = Scan.blanks(page, end, limit);
        }
        if (isExemplar(page, limit, format) && !skipExemplar(page, limit)) {
            return fails("an exemplar that is none");
        }
        return Scan.isEndOfLine(page, end, limit) || fails("more than a value and a time");
    }

    private boolean readTime(byte[] page, int limit, PageFormat format) {
        isTimed = true;
        return switch (format) {
            case PROMETHEUS -> readMillis(page, limit);
            case OPENMETRICS -> readSeconds(page, limit);
        };
    }

    private boolean readMillis(byte[] page, int limit) {
        var isNegative = page[end] == '-';
        var start = isNegative ? end + 1 : end;
        var at = start;
        var sum = 0L;
        while (at < limit && page[at] >= '0' && page[at] <= '9') {
            var digit = page[at++] - '0';
            if (sum > (Long.MAX_VALUE - digit) / 10) {
                return false;
            }
            sum = 10 * sum + digit;
        }
        millis = isNegative ? -sum : sum;
        end = at;
        return at > start && (Scan.isEndOfLine(page, at, limit) || Scan.isBlank(page, at, limit));
    }

    private boolean readSeconds(byte[] page, int limit) {
        if (!numbers.read(page, end, limit)) {
            return false;
        }
        end = numbers.end();
        var exact = numbers.value() * 1000;
        millis = Math.round(exact);
        return Math.abs(exact) < Long.MAX_VALUE;
    }

    private boolean isExemplar(byte[] page, int limit, PageFormat format) {
        return format == PageFormat.OPENMETRICS && end < limit && page[end] == '#';
    }

    /// An exemplar has labels, a value and maybe a time.
    private boolean skipExemplar(byte[] page, int limit) {
        var brace = Scan.blanks(page, end + 1, limit);
        if (brace >= limit || page[brace] != '{') {
            return false;
        }
        try {
            end = Scan.blanks(page, Scan.block(page, brace, limit), limit);
        } catch (BadLineException _) {
            return false;
        }
        if (!skipNumber(page, limit)) {
            return false;
        }
        return Scan.isEndOfLine(page, end, limit) || skipNumber(page, limit);
    }

    private boolean skipNumber(byte[] page, int limit) {
        if (!numbers.read(page, end, limit)) {
            return false;
        }
        end = Scan.blanks(page, numbers.end(), limit);
        return true;
    }

    private boolean fails(String why) {
        problem = why;
        return false;
    }
}
