package io.gpuledger.analyzer.store.writer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before the next try: twice as long each time, up to a limit, and never as long as others do.
public record Backoff(Duration first, Duration longest, RandomGenerator random) {
    /// From one second to half a minute.
    public static Backoff usual(RandomGenerator random) {
        return new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), random);
    }

    /// Between half of it and all of it.
    ///
    /// @param failures how often it went wrong by now, 1 or more
    public Duration after(int failures) {
        var doublings = Math.min(failures - 1, 20);
        var whole = Math.min(first.toMillis() << doublings, longest.toMillis());
        return Duration.ofMillis(whole / 2 + random.nextLong(whole / 2 + 1));
    }
}
