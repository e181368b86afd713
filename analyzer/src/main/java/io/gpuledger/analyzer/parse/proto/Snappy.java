package io.gpuledger.analyzer.parse.proto;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Snappy's block format. Decompressed here, because aircompressor's decoder goes by `sun.misc.Unsafe`, of which JDK 25
/// warns and which later ones refuse; what is written here cannot leave its arrays, whatever the bytes say.
///
/// https://github.com/google/snappy/blob/main/format_description.txt
final class Snappy {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    /// A copy of eight bytes at a time may go beyond its end by so much.
    static final int SLACK = 64;

    /// A copy takes three bytes for the up to 64 that it becomes, so that nothing becomes more than 22 times as long.
    static final int MOST = 22;

    private byte[] in = {};
    private int at;
    private int inEnd;
    private byte[] out = {};
    private int done;
    private int outEnd;

    /// Begins with a body, and returns how long it says that it is once it is decompressed, which is up to 4 GB.
    long begin(byte[] compressed, int length) throws MalformedMessageException {
        in = compressed;
        at = 0;
        inEnd = length;
        long size = 0;
        for (var shift = 0; shift < 35; shift += 7) {
            var next = next();
            size |= (next & 0x7FL) << shift;
            if (next < 0x80) {
                return size;
            }
        }
        throw malformed("a length of more than five bytes");
    }

    /// All that follows, into an array that is longer than it by [#SLACK].
    void decompress(byte[] into, int size) throws MalformedMessageException {
        out = into;
        done = 0;
        outEnd = size;
        while (at < inEnd) {
            shortOnes();
            if (at < inEnd) {
                one();
            }
        }
        if (done != outEnd) {
            throw malformed("%,d bytes where it says that there are %,d".formatted(done, outEnd));
        }
    }

    /// Those that nearly all are, as long as neither end is near: short literals, and copies from not too near, as one
    /// or two steps that may go too far.
    private void shortOnes() {
        var from = at;
        var to = done;
        var fromMax = Math.min(inEnd, in.length - SLACK);
        var toMax = outEnd - SLACK;
        while (from < fromMax && to < toMax) {
            var tag = in[from] & 0xFF;
            if ((tag & 3) == 0) {
                var length = (tag >>> 2) + 1;
                if (length > 16 || length >= inEnd - from) {
                    break;
                }
                LONG.set(out, to, (long) LONG.get(in, from + 1));
                LONG.set(out, to + 8, (long) LONG.get(in, from + 9));
                from += length + 1;
                to += length;
                continue;
            }
            var isShort = (tag & 3) == 1;
            var length = isShort ? (tag >>> 2 & 7) + 4 : (tag >>> 2) + 1;
            var offset = isShort ? tag >>> 5 << 8 | (in[from + 1] & 0xFF) : (short) SHORT.get(in, from + 1) & 0xFFFF;
            if (offset < Long.BYTES || offset > to || (tag & 3) == 3 || inEnd - from < 3) {
                break;
            }
            for (var i = 0; i < length; i += Long.BYTES) {
                LONG.set(out, to + i, (long) LONG.get(out, to + i - offset));
            }
            from += isShort ? 2 : 3;
            to += length;
        }
        at = from;
        done = to;
    }

    private void one() throws MalformedMessageException {
        var tag = in[at++] & 0xFF;
        switch (tag & 3) {
            case 0 -> literal(tag >>> 2);
            case 1 -> copy((tag >>> 2 & 7) + 4, tag >>> 5 << 8 | next());
            case 2 -> copy((tag >>> 2) + 1, little(2));
            default -> copy((tag >>> 2) + 1, little(4));
        }
    }

    private void literal(int head) throws MalformedMessageException {
        // A longer one has its length in as many bytes.
        var length = (head < 60 ? head : little(head - 59)) + 1;
        if (length <= 0 || length > inEnd - at || length > outEnd - done) {
            throw malformed("a literal that does not fit");
        }
        System.arraycopy(in, at, out, done, length);
        at += length;
        done += length;
    }

    private void copy(int length, int offset) throws MalformedMessageException {
        if (offset <= 0 || offset > done) {
            throw malformed("a copy from before the beginning");
        }
        if (length > outEnd - done) {
            throw malformed("a copy that does not fit");
        }
        var from = done - offset;
        if (offset >= Long.BYTES) {
            for (var i = 0; i < length; i += Long.BYTES) {
                LONG.set(out, done + i, (long) LONG.get(out, from + i));
            }
        } else {
            for (var i = 0; i < length; i++) {
                out[done + i] = out[from + i];
            }
        }
        done += length;
    }

    private int next() throws MalformedMessageException {
        if (at >= inEnd) {
            throw malformed("it is cut off");
        }
        return in[at++] & 0xFF;
    }

    private int little(int bytes) throws MalformedMessageException {
        var value = 0;
        for (var i = 0; i < bytes; i++) {
            value |= next() << (8 * i);
        }
        return value;
    }

    private MalformedMessageException malformed(String what) {
        return new MalformedMessageException(
                "not snappy's block format: %s, at byte %,d of the body".formatted(what, at));
    }
}
