package io.gpuledger.service.http;

import io.gpuledger.service.webconfig.WebConfig.RateLimit;
import java.time.Duration;
import java.util.function.LongSupplier;

/// A token in each interval, of which so many are kept; a request takes one.
final class TokenBucket {
    private final RateLimit limit;
    private final LongSupplier nanos;
    private double tokens;
    private long filledAtNanos;

    TokenBucket(RateLimit limit, LongSupplier nanos) {
        this.limit = limit;
        this.nanos = nanos;
        this.tokens = limit.burst();
        this.filledAtNanos = nanos.getAsLong();
    }

    /// Returns after how long there is another one, at the most.
    Duration interval() {
        return limit.interval();
    }

    synchronized boolean take() {
        var now = nanos.getAsLong();
        tokens = Math.min(
                limit.burst(),
                tokens + (double) (now - filledAtNanos) / limit.interval().toNanos());
        filledAtNanos = now;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}
