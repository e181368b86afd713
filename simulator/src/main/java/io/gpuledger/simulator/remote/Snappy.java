package io.gpuledger.simulator.remote;

import java.util.Arrays;

/// Compresses in Snappy's block format, which remote write asks for: what stood there before, within 64 kB, is copied.
///
/// This is written by hand, as the library that does it in Java alone goes by methods that the JDK is about to take
/// away.
final class Snappy {
    private static final int BLOCK = 1 << 16;
    private static final int HASH_BITS = 14;
    private static final int MATCH_MIN = 4;
    private static final int COPY_MAX = 64;
    private static final int MULTIPLIER = 0x1E35A7BD;
    private static final int LITERAL = 0;
    private static final int COPY_WITH_TWO_BYTES = 2;
    private static final int SHORT_LITERAL = 60;

    private final byte[] in;
    private final byte[] out;
    private int written;

    private Snappy(byte[] in, int length) {
        this.in = in;
        this.out = new byte[32 + length + length / 6];
    }

    static byte[] compress(byte[] in, int length) {
        var snappy = new Snappy(in, length);
        snappy.varint(length);
        for (var from = 0; from < length; from += BLOCK) {
            snappy.block(from, Math.min(length, from + BLOCK));
        }
        return Arrays.copyOf(snappy.out, snappy.written);
    }

    private void block(int from, int to) {
        // Where four bytes like these stood last.
        var places = new int[1 << HASH_BITS];
        Arrays.fill(places, -1);
        var pending = from;
        var at = from;
        var misses = 0;
        while (at + MATCH_MIN <= to) {
            var four = four(at);
            var hash = (four * MULTIPLIER) >>> (Integer.SIZE - HASH_BITS);
            var before = places[hash];
            places[hash] = at;
            if (before >= 0 && four(before) == four) {
                literal(pending, at);
                var length = Arrays.mismatch(in, at, to, in, before, before + (to - at));
                copy(at - before, length < 0 ? to - at : length);
                at += length < 0 ? to - at : length;
                pending = at;
                misses = 0;
            } else {
                // What does not compress is passed over ever faster.
                at += 1 + (misses++ >>> 5);
            }
        }
        literal(pending, to);
    }

    private int four(int at) {
        return (in[at] & 0xFF) | ((in[at + 1] & 0xFF) << 8) | ((in[at + 2] & 0xFF) << 16) | (in[at + 3] << 24);
    }

    private void literal(int from, int to) {
        var rest = to - from - 1;
        if (rest < 0) {
            return;
        }
        if (rest < SHORT_LITERAL) {
            put((rest << 2) | LITERAL);
        } else if (rest < 1 << 8) {
            put((SHORT_LITERAL << 2) | LITERAL);
            put(rest);
        } else {
            put(((SHORT_LITERAL + 1) << 2) | LITERAL);
            put(rest);
            put(rest >>> 8);
        }
        System.arraycopy(in, from, out, written, rest + 1);
        written += rest + 1;
    }

    private void copy(int back, int length) {
        for (var rest = length; rest > 0; rest -= COPY_MAX) {
            put(((Math.min(rest, COPY_MAX) - 1) << 2) | COPY_WITH_TWO_BYTES);
            put(back);
            put(back >>> 8);
        }
    }

    private void varint(int value) {
        var rest = value;
        while ((rest & ~0x7F) != 0) {
            put(rest | 0x80);
            rest >>>= 7;
        }
        put(rest);
    }

    private void put(int octet) {
        out[written++] = (byte) octet;
    }
}
