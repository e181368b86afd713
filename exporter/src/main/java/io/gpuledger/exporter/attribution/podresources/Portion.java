package io.gpuledger.exporter.attribution.podresources;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// A portion is so many bytes of another stream; a message that breaks off does not look like one that ends.
final class Portion extends InputStream {
    private final InputStream of;
    private long left;

    Portion(InputStream of, long length) {
        this.of = of;
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        var read = of.read(into, offset, (int) Math.min(length, left));
        if (read < 0) {
            throw new EOFException("its answer breaks off %,d bytes before its end".formatted(left));
        }
        left -= read;
        return read;
    }

    void requireEnd() throws IOException {
        if (left > 0) {
            throw new IOException("its answer ends %,d bytes before it should".formatted(left));
        }
    }
}
