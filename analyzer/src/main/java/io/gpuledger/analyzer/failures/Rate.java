package io.gpuledger.analyzer.failures;

import java.util.Optional;

/// How often something fails: 1,000 * failures / node-days. What a few failures say is not much, so there is an
/// interval beside it, in which the true rate lies in nine of ten cases where failures come independently of
/// each other.
///
/// @param nodeMillis for how long nodes were there, all together
public record Rate(long failures, long nodeMillis) {
    private static final double DAY_MILLIS = 86_400_000;

    public double nodeDays() {
        return (double) nodeMillis / DAY_MILLIS;
    }

    /// Returns it for 1,000 node-days; nothing where there was no node.
    public Optional<Double> per1000NodeDays() {
        return per1000((double) failures);
    }

    /// Returns where the interval begins.
    public Optional<Double> low() {
        return per1000(Poisson.low(failures));
    }

    /// Returns where the interval ends.
    public Optional<Double> high() {
        return per1000(Poisson.high(failures));
    }

    private Optional<Double> per1000(double count) {
        return nodeMillis == 0 ? Optional.empty() : Optional.of(1_000 * count / nodeDays());
    }

    /// Returns how many days lie between two failures of a job on so many nodes, on average; nothing where nothing has
    /// failed.
    public Optional<Double> daysBetween(int nodes) {
        return failures == 0 ? Optional.empty() : Optional.of(nodeDays() / (double) failures / nodes);
    }
}
