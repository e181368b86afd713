package io.gpuledger.analyzer.fit;

import java.util.Arrays;

/// Numbers pairs of numbers in the order in which they come, from 0. A fleet has many nodes and few different
/// ones, and this is what they are told apart by.
final class Numbering {
    private static final long FREE = -1;

    private long[] keys = new long[64];
    private int[] numbers = new int[64];
    private int size;

    Numbering() {
        Arrays.fill(keys, FREE);
    }

    int size() {
        return size;
    }

    /// Both are 0 or more.
    int of(int one, int other) {
        var key = ((long) one << 32) | other;
        var at = slot(key);
        while (keys[at] != key) {
            if (keys[at] == FREE) {
                return add(key, at);
            }
            at = (at + 1) & (keys.length - 1);
        }
        return numbers[at];
    }

    private int slot(long key) {
        var mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 40) & (keys.length - 1);
    }

    private int add(long key, int at) {
        keys[at] = key;
        numbers[at] = size++;
        var number = numbers[at];
        if (2 * size > keys.length) {
            grow();
        }
        return number;
    }

    private void grow() {
        var before = keys;
        var numbersBefore = numbers;
        keys = new long[2 * before.length];
        numbers = new int[keys.length];
        Arrays.fill(keys, FREE);
        for (var i = 0; i < before.length; i++) {
            if (before[i] != FREE) {
                var at = slot(before[i]);
                while (keys[at] != FREE) {
                    at = (at + 1) & (keys.length - 1);
                }
                keys[at] = before[i];
                numbers[at] = numbersBefore[i];
            }
        }
    }
}
