package io.gpuledger.exporter.benchmark;

import java.util.Arrays;

/// What can be said of many times in a few numbers. A quantile is one of the times, not something in between.
record Quantiles(double minMillis, double medianMillis, double p99Millis, double maxMillis) {
    static Quantiles of(long... nanos) {
        var sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Quantiles(sorted[0] / 1e6, at(sorted, 0.5), at(sorted, 0.99), at(sorted, 1));
    }

    private static double at(long[] sorted, double part) {
        return sorted[(int) Math.ceil(part * sorted.length) - 1] / 1e6;
    }
}
