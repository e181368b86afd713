package io.gpuledger.analyzer.parse.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/// Two hashes of 64 bits, each with keys of its own: by chance, two of ten million series are told apart wrongly once
/// in 10^24 fleets, so that nobody needs their labels to be sure. The keys are the process' secret, so that nobody can
/// look for two series that are taken for one. Each step multiplies what was there with what comes, and folds the 128
/// bits of the product.
final class Fingerprint {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// Random numbers for all fingerprints that are to be compared.
    record Keys(long first, long second, long third, long fourth) {
        static Keys of(RandomGenerator random) {
            return new Keys(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
        }
    }

    private final Keys keys;
    long high;
    long low;

    Fingerprint(Keys keys) {
        this.keys = keys;
    }

    void begin() {
        high = keys.first;
        low = keys.third;
    }

    /// A run of bytes; two runs are not the same as one.
    void add(byte[] bytes, int from, int to) {
        var length = to - from;
        var one = high;
        var other = low;
        for (var at = from; at + 16 <= to; at += 16) {
            var left = (long) LONG.get(bytes, at);
            var right = (long) LONG.get(bytes, at + 8);
            one = fold(left ^ keys.first, right ^ keys.second ^ one);
            other = fold(left ^ keys.third, right ^ keys.fourth ^ other);
        }
        high = one;
        low = other;
        if (length >= 16) {
            // Those that are left, and some of those before them.
            add((long) LONG.get(bytes, to - 16), (long) LONG.get(bytes, to - 8));
        } else {
            var middle = from + length / 2;
            add(few(bytes, from, middle), few(bytes, middle, to));
        }
        add(length, 0);
    }

    /// Packs up to eight bytes into a number.
    private static long few(byte[] bytes, int from, int to) {
        long few = 0;
        for (var i = from; i < to; i++) {
            few = few << 8 | (bytes[i] & 0xFF);
        }
        return few;
    }

    /// Adds two fingerprints that belong together.
    void add(long oneHigh, long oneLow, long otherHigh, long otherLow) {
        high = fold(oneHigh ^ keys.first, otherHigh ^ keys.second ^ high);
        low = fold(oneLow ^ keys.third, otherLow ^ keys.fourth ^ low);
    }

    private void add(long one, long other) {
        high = fold(one ^ keys.first, other ^ keys.second ^ high);
        low = fold(one ^ keys.third, other ^ keys.fourth ^ low);
    }

    private static long fold(long one, long other) {
        return one * other ^ Math.unsignedMultiplyHigh(one, other);
    }
}
