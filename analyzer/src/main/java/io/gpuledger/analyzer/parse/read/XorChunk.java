package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Decodes chunks of samples in which each time is said by how its distance differs from the one before, and each value
/// by which of its bits do.
///
/// It looks at 64 bits at a time, and whether the chunk has ended is only asked once a sample, so that it may look
/// beyond its end: no sample has more bits than there is slack.
///
/// https://github.com/prometheus/prometheus/blob/main/tsdb/docs/format/chunks.md
final class XorChunk {
    /// So many bytes must stand behind a chunk, whatever they are.
    static final int SLACK = 32;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = {};
    /// Both are counted in bits.
    private long at;
    private long end;

    /// How many bits of a value differ, and how many after them do not.
    private int significant;

    private int trailing;

    /// Returns how many samples a chunk says that it has; those of histograms begin the same.
    static int count(byte[] array, int from, int to) throws MalformedMessageException {
        if (to - from < 2) {
            throw new MalformedMessageException("a chunk of %d bytes".formatted(to - from));
        }
        return (array[from] & 0xFF) << 8 | (array[from + 1] & 0xFF);
    }

    /// Passes on the samples of the chunk that lies from here to there. Where it throws, it may have passed on some.
    void decode(byte[] array, int from, int to, SinkGate gate) throws MalformedMessageException {
        var count = count(array, from, to);
        begin(array, from, to);
        long millis = 0;
        long delta = 0;
        long bits = 0;
        for (var index = 0; index < count; index++) {
            if (index == 0) {
                var zigzag = varint();
                millis = (zigzag >>> 1) ^ -(zigzag & 1);
                bits = wholeWord();
            } else {
                delta = index == 1 ? varint() : delta + deltaOfDelta();
                millis += delta;
                bits ^= difference();
            }
            if (at > end) {
                throw new MalformedMessageException(
                        "a chunk that is cut off: it has %,d samples where it says %,d".formatted(index, count));
            }
            gate.sample(millis, Double.longBitsToDouble(bits));
        }
    }

    private void begin(byte[] array, int from, int to) {
        if (array.length - to >= SLACK) {
            bytes = array;
            at = 8L * (from + 2);
            end = 8L * to;
        } else {
            bytes = Arrays.copyOfRange(array, from + 2, to + SLACK);
            at = 0;
            end = 8L * (to - from - 2);
        }
        significant = Long.SIZE;
        trailing = 0;
    }

    /// Returns the 64 bits that come next.
    private long word() {
        var index = (int) (at >>> 3);
        var shift = (int) at & 7;
        return (long) LONG.get(bytes, index) << shift | (bytes[index + 8] & 0xFF) >>> (8 - shift);
    }

    private long wholeWord() {
        var word = word();
        at += Long.SIZE;
        return word;
    }

    /// Reads a number of whole bytes; at these places bytes begin at a multiple of 8.
    private long varint() throws MalformedMessageException {
        long value = 0;
        for (var shift = 0; shift < 64; shift += 7) {
            var next = bytes[(int) (at >>> 3)];
            at += 8;
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedMessageException("a chunk with a number of more than ten bytes");
    }

    /// One bit says that there is no difference. Otherwise one to three ones, ended by a zero, say how many bits the
    /// difference has, and four that it has 64. The greatest of each size is positive: there is one negative number
    /// less than such a number of bits usually has.
    private long deltaOfDelta() {
        var word = word();
        if (word >= 0) {
            at++;
            return 0;
        }
        var ones = Long.numberOfLeadingZeros(~word);
        if (ones >= 4) {
            at += 4;
            return wholeWord();
        }
        var size = 11 + 3 * ones;
        at += ones + 1 + size;
        var value = word << (ones + 1) >>> (Long.SIZE - size);
        return value > 1L << (size - 1) ? value - (1L << size) : value;
    }

    /// One bit says that the value is the one before. Otherwise another says whether it differs in other places than
    /// the last that did, and then five how many bits before these are the same, and six how many may differ.
    private long difference() throws MalformedMessageException {
        var word = word();
        if (word >= 0) {
            at++;
            return 0;
        }
        if (word << 1 >= 0) {
            at += 2;
        } else {
            at += 13;
            place((int) (word << 2 >>> 59), (int) (word << 7 >>> 58));
        }
        var difference = word() >>> (Long.SIZE - significant) << trailing;
        at += significant;
        return difference;
    }

    private void place(int leading, int size) throws MalformedMessageException {
        // Six bits do not hold 64, and no difference has none.
        significant = size == 0 ? Long.SIZE : size;
        trailing = Long.SIZE - leading - significant;
        if (trailing < 0) {
            throw new MalformedMessageException("a chunk with a value of %d bits".formatted(leading + significant));
        }
    }
}
