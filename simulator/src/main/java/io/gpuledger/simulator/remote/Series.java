package io.gpuledger.simulator.remote;

import java.util.Arrays;
import java.util.SortedMap;

/// A series, and those of its samples that are still to be sent.
public final class Series {
    /// What remote write has in the place of a value where a series has ended.
    private static final double STALE = Double.longBitsToDouble(0x7ff0000000000002L);

    private static final int LABELS = 1;
    private static final int SAMPLES = 2;

    private final byte[] labels;
    private long[] millis = new long[8];
    private double[] values = new double[8];
    private int size;

    /// Makes a series that has no samples yet.
    ///
    /// @param labels with the metric's name as `__name__`
    public Series(SortedMap<String, String> labels) {
        var all = new Message(256);
        var one = new Message(64);
        labels.forEach((name, value) -> {
            one.clear();
            one.text(1, name);
            one.text(2, value);
            all.message(LABELS, one);
        });
        this.labels = all.copy();
    }

    public void add(long atMillis, double value) {
        if (size == millis.length) {
            millis = Arrays.copyOf(millis, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        millis[size] = atMillis;
        values[size++] = value;
    }

    /// Notes that the series had a sample before and has none there.
    public void end(long atMillis) {
        add(atMillis, STALE);
    }

    int size() {
        return size;
    }

    void moveInto(Message series, Message sample) {
        series.raw(labels);
        for (var place = 0; place < size; place++) {
            sample.clear();
            sample.fixed(1, values[place]);
            sample.whole(2, millis[place]);
            series.message(SAMPLES, sample);
        }
        size = 0;
    }
}
