package io.gpuledger.exporter.device.nvml;

import java.time.Duration;

/// The period at which the driver looks at processes, where it gives but one mean for several looks.
///
/// Between two of the times that it names lies a number of whole periods, and so does between two such numbers: the
/// shortest of both is the period, or still a multiple of it. Times are in microseconds, as the driver has them.
final class MeanPeriod {
    private static final long LONGEST = Duration.ofSeconds(1).toNanos() / 1000;
    /// Drivers look at most six times a second, and what is less is their timer's unrest.
    private static final long SHORTEST = LONGEST / 8;

    private long period = LONGEST;
    private long named;
    private long distance;

    /// @param at a later time that the driver has named
    void add(long at) {
        var before = distance;
        distance = at - named;
        named = at;
        take(distance);
        take(Math.abs(distance - before));
    }

    private void take(long distance) {
        if (distance >= SHORTEST) {
            period = Math.min(period, distance);
        }
    }

    /// How much of a time is whole periods. Never more: what is sampled before the time that is asked from is lost.
    long whole(long time) {
        return time / period * period;
    }
}
