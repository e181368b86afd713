package io.gpuledger.simulator.remote;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A protobuf message that is being written, and then begun anew in the same memory.
///
/// The message is written by hand: five lines of a schema ask for no generator, and no library is on the way from the
/// page to the message.
final class Message {
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED_64 = 1;
    private static final int VARINT = 0;

    private byte[] bytes;
    private int length;

    Message(int capacity) {
        this.bytes = new byte[capacity];
    }

    void text(int field, String value) {
        var utf8 = value.getBytes(StandardCharsets.UTF_8);
        bytes(field, utf8, utf8.length);
    }

    /// Adds a message within this one.
    void message(int field, Message inner) {
        bytes(field, inner.bytes, inner.length);
    }

    /// What is the field of a message already, with its tag.
    void raw(byte[] encoded) {
        reserve(encoded.length);
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
    }

    private void bytes(int field, byte[] value, int size) {
        tag(field, LENGTH_DELIMITED);
        varint(size);
        reserve(size);
        System.arraycopy(value, 0, bytes, length, size);
        length += size;
    }

    void fixed(int field, double value) {
        tag(field, FIXED_64);
        reserve(Long.BYTES);
        var bits = Double.doubleToRawLongBits(value);
        for (var shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes[length++] = (byte) (bits >>> shift);
        }
    }

    void whole(int field, long value) {
        tag(field, VARINT);
        varint(value);
    }

    private void tag(int field, int type) {
        varint(((long) field << 3) | type);
    }

    private void varint(long value) {
        reserve(10);
        var rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    private void reserve(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    int length() {
        return length;
    }

    /// Returns the message as [Snappy] compresses it.
    byte[] compressed() {
        return Snappy.compress(bytes, length);
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    void clear() {
        length = 0;
    }
}
