package io.gpuledger.analyzer.mail;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before something is tried again: longer each time, and never for exactly as long as others wait.
///
/// @param first before the second try. A server that greylists lets a letter in that comes again after some minutes
record Backoff(Duration first, Duration longest, RandomGenerator random) {
    private static final int DOUBLINGS_MAX = 20;
    private static final double JITTER = 0.2;

    static Backoff ofLetters(RandomGenerator random) {
        return new Backoff(Duration.ofMinutes(5), Duration.ofHours(4), random);
    }

    static Backoff ofRelay(RandomGenerator random) {
        return new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(15), random);
    }

    /// @param tries that have failed, one or more
    Duration after(int tries) {
        var doubled = first.multipliedBy(1L << Math.clamp(tries - 1, 0, DOUBLINGS_MAX));
        var wait = doubled.compareTo(longest) < 0 ? doubled : longest;
        return Duration.ofMillis(Math.round(wait.toMillis() * (1 + JITTER * (2 * random.nextDouble() - 1))));
    }
}
