package io.gpuledger.analyzer.scrape.http;

import java.io.IOException;
import java.io.InputStream;

/// A body that is read many bytes at a time; a single byte is read as an array of one.
abstract class BodyStream extends InputStream {
    @Override
    public final int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] into, int offset, int wanted) throws IOException;
}
