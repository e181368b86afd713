package io.gpuledger.analyzer.scrape.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// A body whose length is said before it.
final class LengthBody extends InputStream {
    private final Wire wire;
    private final long length;
    private long left;

    LengthBody(Wire wire, long length) {
        this.wire = wire;
        this.length = length;
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int wanted) throws IOException {
        if (left == 0) {
            return -1;
        }
        var count = wire.read(into, offset, (int) Math.min(wanted, left));
        if (count < 0) {
            throw new EOFException("the page was cut off after %d of %d bytes".formatted(length - left, length));
        }
        left -= count;
        return count;
    }
}
