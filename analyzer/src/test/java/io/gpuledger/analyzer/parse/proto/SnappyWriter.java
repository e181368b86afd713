package io.gpuledger.analyzer.parse.proto;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;

/// Compresses in snappy's block format, plainly: the last place with the same four bytes is copied from.
public final class SnappyWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private SnappyWriter() {}

    public static byte[] compress(byte[] bytes) {
        var writer = new SnappyWriter().length(bytes.length);
        var seen = new HashMap<Integer, Integer>();
        var literal = 0;
        var at = 0;
        while (at + 4 <= bytes.length) {
            var four = ByteBuffer.wrap(bytes, at, 4).getInt();
            var before = seen.put(four, at);
            if (before == null) {
                at++;
                continue;
            }
            var same = Arrays.mismatch(bytes, at, bytes.length, bytes, before, bytes.length);
            var length = same < 0 ? bytes.length - at : same;
            writer.literal(bytes, literal, at);
            writer.copies(at - before, length);
            at += length;
            literal = at;
        }
        return writer.literal(bytes, literal, bytes.length).toBytes();
    }

    public static SnappyWriter of(long length) {
        return new SnappyWriter().length(length);
    }

    private SnappyWriter length(long length) {
        out.writeBytes(new ProtoWriter().raw(length).toBytes());
        return this;
    }

    public SnappyWriter literal(byte[] bytes, int from, int to) {
        var length = to - from - 1;
        if (length < 0) {
            return this;
        }
        if (length < 60) {
            out.write(length << 2);
        } else {
            var size = (39 - Integer.numberOfLeadingZeros(length)) / 8;
            out.write((59 + size) << 2);
            little(length, size);
        }
        out.write(bytes, from, to - from);
        return this;
    }

    private void copies(int offset, int length) {
        var rest = length;
        while (rest > 0) {
            var part = Math.min(rest, 64);
            if (offset < 2048 && part >= 4 && part <= 11) {
                shortCopy(part, offset);
            } else if (offset < 1 << 16) {
                copy(part, offset, 2);
            } else {
                copy(part, offset, 4);
            }
            rest -= part;
        }
    }

    public SnappyWriter shortCopy(int length, int offset) {
        out.write(1 | ((length - 4) << 2) | ((offset >>> 8) << 5));
        out.write(offset);
        return this;
    }

    /// Writes the offset in two or four bytes.
    public SnappyWriter copy(int length, int offset, int size) {
        out.write((size == 2 ? 2 : 3) | ((length - 1) << 2));
        little(offset, size);
        return this;
    }

    public SnappyWriter raw(int... bytes) {
        Arrays.stream(bytes).forEach(out::write);
        return this;
    }

    private void little(int value, int size) {
        for (var i = 0; i < size; i++) {
            out.write(value >>> (8 * i));
        }
    }

    public byte[] toBytes() {
        return out.toByteArray();
    }
}
