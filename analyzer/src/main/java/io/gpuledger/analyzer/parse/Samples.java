package io.gpuledger.analyzer.parse;

import java.util.Arrays;

/// The samples that a reader found for one consumer, each with the slot that the consumer gave its series.
public final class Samples {
    /// This NaN says that a series has ended: https://prometheus.io/docs/specs/prw/remote_write_spec/#stale-markers
    private static final long STALE = 0x7ff0_0000_0000_0002L;

    /// Stands for the end of a series where its bits are not said.
    public static final double END = Double.longBitsToDouble(STALE);

    private int[] slots = new int[512];
    private double[] values = new double[512];
    private long[] millis = new long[512];
    /// Each sample that says its time has its bit set.
    private long[] timed = new long[8];

    private int size;

    /// Returns whether a sample tells the end of its series, and is not a value.
    public static boolean isEnd(double value) {
        return isEnd(Double.doubleToRawLongBits(value));
    }

    /// Returns the same for the bits of a value.
    public static boolean isEnd(long bits) {
        return bits == STALE;
    }

    public void clear() {
        Arrays.fill(timed, 0, Math.min(timed.length, (size >> 6) + 1), 0);
        size = 0;
    }

    /// Adds a sample of now.
    public void add(int slot, double value) {
        if (size == slots.length) {
            grow();
        }
        slots[size] = slot;
        values[size++] = value;
    }

    /// Adds a sample that says its time.
    public void add(int slot, double value, long atMillis) {
        add(slot, value);
        var index = size - 1;
        millis[index] = atMillis;
        timed[index >> 6] |= 1L << index;
    }

    private void grow() {
        var length = slots.length * 2;
        slots = Arrays.copyOf(slots, length);
        values = Arrays.copyOf(values, length);
        millis = Arrays.copyOf(millis, length);
        timed = Arrays.copyOf(timed, length >> 6);
    }

    public int size() {
        return size;
    }

    public int slot(int index) {
        return slots[index];
    }

    public double value(int index) {
        return values[index];
    }

    /// Returns whether the sample says its time; otherwise it is of now.
    public boolean isTimed(int index) {
        return (timed[index >> 6] & 1L << index) != 0;
    }

    /// Returns the time of a sample that says it.
    public long millis(int index) {
        return millis[index];
    }
}
