package io.gpuledger.analyzer.prometheus;

import java.time.Duration;

/// How long to wait before somebody is asked again who did not answer: twice as long each time, up to a minute.
final class RetryDelay {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofMinutes(1);

    private Duration next = FIRST;

    void worked() {
        next = FIRST;
    }

    Duration next() {
        var now = next;
        next = next.multipliedBy(2).compareTo(MOST) > 0 ? MOST : next.multipliedBy(2);
        return now;
    }
}
