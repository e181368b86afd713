package io.gpuledger.analyzer.prometheus;

/// How many samples were read, and how many in a second of late.
final class ReadRate {
    private static final double NANOS = 1e9;
    /// So much of what was known stays when another window comes.
    private static final double STAYS = 0.9;

    private long samples;
    private double recent;
    private double recentNanos;

    void add(int more, long nanos) {
        samples += more;
        recent = recent * STAYS + more;
        recentNanos = recentNanos * STAYS + nanos;
    }

    long samples() {
        return samples;
    }

    double perSecond() {
        return recentNanos == 0 ? 0 : recent / recentNanos * NANOS;
    }
}
