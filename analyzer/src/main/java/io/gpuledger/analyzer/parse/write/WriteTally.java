package io.gpuledger.analyzer.parse.write;

import java.util.Arrays;
import java.util.function.ObjLongConsumer;

/// What a request held beside the samples that are taken, in numbers. A reader fills the same one again and again.
public final class WriteTally {
    private final long[] rejected = new long[Rejection.ALL.size()];
    private long staleMarkers;
    private long histograms;
    private long exemplars;
    private long newestMillis;

    void clear() {
        Arrays.fill(rejected, 0);
        staleMarkers = 0;
        histograms = 0;
        exemplars = 0;
        newestMillis = Long.MIN_VALUE;
    }

    /// @param code as [Rejection#code] has it
    void reject(int code) {
        rejected[-2 - code]++;
    }

    void stale() {
        staleMarkers++;
    }

    void histogram() {
        histograms++;
    }

    void exemplar() {
        exemplars++;
    }

    void taken(long millis) {
        newestMillis = Math.max(newestMillis, millis);
    }

    /// The end of a series, which is not a value.
    public long staleMarkers() {
        return staleMarkers;
    }

    /// Native ones, which nobody wants.
    public long histograms() {
        return histograms;
    }

    /// Returns how many exemplars there were, which nobody wants.
    public long exemplars() {
        return exemplars;
    }

    /// Returns the newest instant of the samples that are taken, where there are any.
    public long newestMillis() {
        return newestMillis;
    }

    public long rejected() {
        return Arrays.stream(rejected).sum();
    }

    /// Each reason that there was, and how many samples it concerns.
    public void eachRejection(ObjLongConsumer<Rejection> reason) {
        for (var i = 0; i < rejected.length; i++) {
            if (rejected[i] > 0) {
                reason.accept(Rejection.ALL.get(i), rejected[i]);
            }
        }
    }
}
