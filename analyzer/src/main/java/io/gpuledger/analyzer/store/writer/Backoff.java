package io.gpuledger.analyzer.store.writer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// Says how long to wait before the next try: twice as long each time, up to a limit, and seldom as long as others do.
record Backoff(Duration first, Duration longest, RandomGenerator random) {
    /// Waits from one second to half a minute.
    static Backoff usual(RandomGenerator random) {
        return new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30), random);
    }

    /// Returns something between half of the wait and all of it.
    ///
    /// @param failures how often it went wrong by now, 1 or more
    Duration after(int failures) {
        var doublings = Math.min(failures - 1, 20);
        var whole = Math.min(first.toMillis() << doublings, longest.toMillis());
        return Duration.ofMillis(whole / 2 + random.nextLong(whole / 2 + 1));
    }
}
