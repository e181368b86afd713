package io.gpuledger.analyzer.store.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Bytes in the making: little-endian, and numbers as short as they allow. [Unpacker] reads them.
final class Packer {
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// The two lowest bits of a number say how many of the others make one, or that its eight bytes follow.
    static final int WHOLE = 0;
    static final int THOUSANDTHS = 1;
    static final int MILLIONTHS = 2;
    static final int EIGHT_BYTES = 3;

    /// Up to here a double holds each whole number.
    private static final long EXACT = 1L << 53;

    private byte[] bytes = new byte[64 << 10];
    private int size;

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
        }
    }

    void octet(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    void fixed32(int value) {
        ensure(Integer.BYTES);
        INT.set(bytes, size, value);
        size += Integer.BYTES;
    }

    /// Over what was written there before.
    void fixed32At(int place, int value) {
        INT.set(bytes, place, value);
    }

    void fixed64(long value) {
        ensure(Long.BYTES);
        LONG.set(bytes, size, value);
        size += Long.BYTES;
    }

    /// Seven bits a byte: short for what is small, and not negative.
    void varint(long value) {
        ensure(10);
        var rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /// Short for what is near zero, on either side.
    void zigzag(long value) {
        varint(value << 1 ^ value >> 63);
    }

    void text(String text) {
        var encoded = text.getBytes(UTF_8);
        varint(encoded.length);
        ensure(encoded.length);
        System.arraycopy(encoded, 0, bytes, size, encoded.length);
        size += encoded.length;
    }

    /// Any double, to the bit. Most of those that an exporter prints have no, three or six decimals: these are written
    /// as the whole number that they are a part of, in two to five bytes.
    void number(double value) {
        if (!whole(value) && !parts(value, 1e3, THOUSANDTHS) && !parts(value, 1e6, MILLIONTHS)) {
            octet(EIGHT_BYTES);
            fixed64(Double.doubleToRawLongBits(value));
        }
    }

    private boolean whole(double value) {
        var count = (long) value;
        return tagged(count, WHOLE, (double) count, value);
    }

    private boolean parts(double value, double inOne, int tag) {
        var count = (long) Math.rint(value * inOne);
        return tagged(count, tag, (double) count / inOne, value);
    }

    private boolean tagged(long count, int tag, double back, double value) {
        if (count < 0 || count >= EXACT || Double.doubleToRawLongBits(back) != Double.doubleToRawLongBits(value)) {
            return false;
        }
        varint(count << 2 | tag);
        return true;
    }
}
