package io.gpuledger.analyzer.parse.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// JSON in which VictoriaMetrics until 1.80 writes `+Inf` and `-Inf` where a number should be: they become `+INF` and
/// `-INF`, which Jackson knows. What stands in quotes stays as it is.
final class BareInfinity extends FilterInputStream {
    private boolean isQuoted;
    private boolean isEscaped;
    private int before;

    BareInfinity(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        var next = super.read();
        return next < 0 ? next : mended(next);
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        var count = super.read(into, from, length);
        for (var i = from; i < from + count; i++) {
            into[i] = (byte) mended(into[i]);
        }
        return count;
    }

    private int mended(int next) {
        if (isQuoted) {
            isQuoted = isEscaped || next != '"';
            isEscaped = !isEscaped && next == '\\';
            return next;
        }
        isQuoted = next == '"';
        var isOfInfinity = (before == 'I' && next == 'n') || (before == 'N' && next == 'f');
        before = isOfInfinity ? Character.toUpperCase(next) : next;
        return before;
    }
}
