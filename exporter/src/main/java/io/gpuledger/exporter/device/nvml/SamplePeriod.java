package io.gpuledger.exporter.device.nvml;

import java.util.Arrays;

/// How long a time each of the driver's samples stands for: that since the sample before it. Only where the driver has
/// left some out, because nothing ran, does one stand for the period at which they are taken: the shortest time between
/// two of late, and never more than a second. All in microseconds, as the driver has them.
final class SamplePeriod {
    private static final int OF_LATE = 32;
    private static final long LONGEST = 1_000_000;
    /// Up to so many periods from one sample to the next are no pause, as the driver's timer is not exact.
    private static final double NO_PAUSE = 1.5;

    private final long[] distances = new long[OF_LATE];
    private int next;

    SamplePeriod() {
        Arrays.fill(distances, LONGEST);
    }

    /// @param before when the sample before it was taken, of the same
    long between(long before, long at) {
        distances[next++ % OF_LATE] = at - before;
        var period = period();
        return at - before <= NO_PAUSE * period ? at - before : period;
    }

    /// Returns the time that the first sample of its kind stands for, which began at `then` or later.
    long since(long then, long at) {
        return Math.min(at - then, period());
    }

    private long period() {
        return Math.min(LONGEST, Arrays.stream(distances).min().orElseThrow());
    }
}
