package io.gpuledger.analyzer.prometheus;

import java.time.Duration;

/// How many samples were read, and how fast it goes of late.
final class ReadRate {
    private static final double NANOS = 1e9;
    /// So much of what was known stays when another window comes.
    private static final double STAYS = 0.9;

    private long samples;
    private double recent;
    private double recentMillis;
    private double recentNanos;

    /// @param millis how much time these samples are of
    /// @param nanos how long that took
    void add(int more, long millis, long nanos) {
        samples += more;
        recent = recent * STAYS + more;
        recentMillis = recentMillis * STAYS + millis;
        recentNanos = recentNanos * STAYS + nanos;
    }

    long samples() {
        return samples;
    }

    double perSecond() {
        return recentNanos == 0 ? 0 : recent / recentNanos * NANOS;
    }

    /// Returns how long it takes to read so much of the past, if it goes on like this.
    Duration timeFor(Duration past) {
        return recentMillis == 0
                ? Duration.ZERO
                : Duration.ofNanos((long) (past.toMillis() / recentMillis * recentNanos));
    }
}
