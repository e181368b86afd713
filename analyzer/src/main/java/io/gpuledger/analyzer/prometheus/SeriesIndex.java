package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.Labels;
import java.util.Arrays;

/// Numbers series, and knows of each what becomes of it and when its last sample was that was taken. It knows them by a
/// hash of 64 bits, as labels of millions would fill the memory: of ten million, two are taken for one in one of
/// 370,000 fleets.
final class SeriesIndex {
    private static final long PRIME = 0x100000001b3L;
    private static final int FIRST = 1 << 12;

    private long[] hashes = new long[FIRST];
    private int[] numbers = new int[FIRST];
    private int[] routes = new int[FIRST];
    private long[] last = new long[FIRST];
    private int size;

    int size() {
        return size;
    }

    /// Returns the number of a series, or the one that it would have, which is [#size].
    int find(String name, Labels labels) {
        var at = place(hash(name, labels));
        return hashes[at] == 0 ? size : numbers[at];
    }

    /// Adds a series that is not known.
    void add(String name, Labels labels, int route) {
        if (size >= hashes.length / 2) {
            grow();
        }
        var hash = hash(name, labels);
        var at = place(hash);
        hashes[at] = hash;
        numbers[at] = size;
        routes[size] = route;
        last[size++] = Long.MIN_VALUE;
    }

    int route(int series) {
        return routes[series];
    }

    long last(int series) {
        return last[series];
    }

    void taken(int series, long millis) {
        last[series] = millis;
    }

    private static long hash(String name, Labels labels) {
        var hash = labels.fingerprint();
        for (var i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * PRIME;
        }
        hash ^= hash >>> 29;
        return hash == 0 ? 1 : hash;
    }

    private int place(long hash) {
        var mask = hashes.length - 1;
        var at = (int) (hash ^ (hash >>> 32)) & mask;
        while (hashes[at] != 0 && hashes[at] != hash) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        var before = hashes;
        var numbered = numbers;
        hashes = new long[2 * before.length];
        numbers = new int[2 * before.length];
        routes = Arrays.copyOf(routes, 2 * before.length);
        last = Arrays.copyOf(last, 2 * before.length);
        for (var i = 0; i < before.length; i++) {
            if (before[i] != 0) {
                var at = place(before[i]);
                hashes[at] = before[i];
                numbers[at] = numbered[i];
            }
        }
    }
}
