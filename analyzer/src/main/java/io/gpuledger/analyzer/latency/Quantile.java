package io.gpuledger.analyzer.latency;

/// Within how long a part of all pods came so far.
public sealed interface Quantile {
    record Within(long millis) implements Quantile {}

    /// So few have come so far that it is only known to be more than this, which is the longest wait that was seen.
    record MoreThan(long millis) implements Quantile {}
}
