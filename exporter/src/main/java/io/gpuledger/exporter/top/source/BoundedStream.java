package io.gpuledger.exporter.top.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Refuses to go on behind so many bytes.
final class BoundedStream extends FilterInputStream {
    private final long longest;
    private long read;

    BoundedStream(InputStream in, long longest) {
        super(in);
        this.longest = longest;
    }

    @Override
    public int read() throws IOException {
        var one = super.read();
        count(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        var some = super.read(into, from, length);
        count(Math.max(0, some));
        return some;
    }

    private void count(int more) throws IOException {
        read += more;
        if (read > longest) {
            throw new IOException("the page is longer than %d MiB".formatted(longest >> 20));
        }
    }
}
