package io.gpuledger.analyzer.scrape.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Counts what comes over the wire, up to what is allowed.
final class LimitedBody extends FilterInputStream {
    private final long limit;
    private long count;

    LimitedBody(InputStream in, long limit) {
        super(in);
        this.limit = limit;
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        var one = super.read();
        counted(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        var some = super.read(into, offset, length);
        counted(Math.max(0, some));
        return some;
    }

    private void counted(int more) throws IOException {
        count += more;
        if (count > limit) {
            throw new TooLongException(limit);
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
