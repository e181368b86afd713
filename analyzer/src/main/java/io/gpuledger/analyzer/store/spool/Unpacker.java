package io.gpuledger.analyzer.store.spool;

import static java.nio.charset.StandardCharsets.UTF_8;

/// What a [Packer] wrote. Bytes that none wrote end in an [IndexOutOfBoundsException], or in nonsense: a checksum is
/// looked at before.
final class Unpacker {
    private final byte[] bytes;
    private final int end;
    private int at;

    Unpacker(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    int left() {
        return end - at;
    }

    int octet() {
        if (at >= end) {
            throw new IndexOutOfBoundsException(at);
        }
        return bytes[at++] & 0xFF;
    }

    long varint() {
        var value = 0L;
        for (var shift = 0; shift < Long.SIZE; shift += 7) {
            var octet = octet();
            value |= (long) (octet & 0x7F) << shift;
            if (octet < 0x80) {
                return value;
            }
        }
        throw new IndexOutOfBoundsException("a number of more than ten bytes at " + at);
    }

    long zigzag() {
        var value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    /// Returns how many things follow that take a byte each, at least.
    int count() {
        var count = varint();
        if (count < 0 || count > left()) {
            throw new IndexOutOfBoundsException("%d of something in %d bytes".formatted(count, left()));
        }
        return (int) count;
    }

    String text() {
        var length = count();
        at += length;
        return new String(bytes, at - length, length, UTF_8);
    }

    long fixed64() {
        if (left() < Long.BYTES) {
            throw new IndexOutOfBoundsException(at);
        }
        at += Long.BYTES;
        return (long) Packer.LONG.get(bytes, at - Long.BYTES);
    }

    double number() {
        var tagged = varint();
        var count = tagged >>> 2;
        return switch ((int) tagged & 3) {
            case Packer.WHOLE -> count;
            case Packer.THOUSANDTHS -> count / 1e3;
            case Packer.MILLIONTHS -> count / 1e6;
            default -> Double.longBitsToDouble(fixed64());
        };
    }
}
