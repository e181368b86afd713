package io.gpuledger.analyzer.store.writer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// Says how the writer takes its time.
///
/// @param gathering between two portions, while there is not enough for a whole one
/// @param backoff after a failure
public record Pace(Duration gathering, Backoff backoff) {
    public static Pace usual(RandomGenerator random) {
        return new Pace(Duration.ofSeconds(2), Backoff.usual(random));
    }
}
