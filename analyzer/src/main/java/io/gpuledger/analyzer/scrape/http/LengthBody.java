package io.gpuledger.analyzer.scrape.http;

import java.io.EOFException;
import java.io.IOException;

/// A body whose length is said before it.
final class LengthBody extends BodyStream {
    private final ResponseStream response;
    private final long length;
    private long left;

    LengthBody(ResponseStream response, long length) {
        this.response = response;
        this.length = length;
        this.left = length;
    }

    @Override
    public int read(byte[] into, int offset, int wanted) throws IOException {
        if (left == 0) {
            return -1;
        }
        var count = response.read(into, offset, (int) Math.min(wanted, left));
        if (count < 0) {
            throw new EOFException("the page was cut off after %d of %d bytes".formatted(length - left, length));
        }
        left -= count;
        return count;
    }
}
