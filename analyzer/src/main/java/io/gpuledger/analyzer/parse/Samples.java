package io.gpuledger.analyzer.parse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// What a reader found: samples by the slot of their series, and what it could not read. A reader fills the same one
/// again and again, so that a page costs no memory; its caller is done with it before it reads on.
public final class Samples {
    /// The NaN that says that a series has ended: https://prometheus.io/docs/specs/prw/remote_write_spec/#stale-markers
    private static final long STALE = 0x7ff0_0000_0000_0002L;

    /// How many of what could not be read are kept to be shown; the others are counted.
    private static final int PROBLEMS_SHOWN = 5;

    /// What could not be read.
    ///
    /// @param position in bytes from the start
    public record Problem(long position, String what) {}

    private int[] slots = new int[512];
    private double[] values = new double[512];
    private long[] millis = new long[512];
    /// A bit for each sample that says its time.
    private long[] timed = new long[8];

    private int size;
    private long ignored;
    private long problems;
    private final List<Problem> shown = new ArrayList<>();

    /// Whether it is the end of a series, and not a value.
    public static boolean isEnd(double value) {
        return isEnd(Double.doubleToRawLongBits(value));
    }

    /// By its bits.
    public static boolean isEnd(long bits) {
        return bits == STALE;
    }

    public void clear() {
        Arrays.fill(timed, 0, Math.min(timed.length, (size >> 6) + 1), 0);
        size = 0;
        ignored = 0;
        problems = 0;
        shown.clear();
    }

    /// A sample of now.
    public void add(int slot, double value) {
        if (size == slots.length) {
            grow();
        }
        slots[size] = slot;
        values[size++] = value;
    }

    /// A sample that says its time.
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

    /// A sample that nobody wants.
    public void ignore() {
        ignored++;
    }

    public void problem(long position, String what) {
        problems++;
        if (shown.size() < PROBLEMS_SHOWN) {
            shown.add(new Problem(position, what));
        }
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

    /// Whether the sample says its time, or is of now.
    public boolean isTimed(int index) {
        return (timed[index >> 6] & 1L << index) != 0;
    }

    /// Of one that says it.
    public long millis(int index) {
        return millis[index];
    }

    public long ignored() {
        return ignored;
    }

    public long problems() {
        return problems;
    }

    /// The first few.
    public List<Problem> shown() {
        return Collections.unmodifiableList(shown);
    }
}
