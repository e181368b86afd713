package io.gpuledger.service.http;

import java.time.Duration;

/// What clients may hold, and for how long.
///
/// @param connectionsMax connections at the same time, and so threads and buffers
/// @param readTimeout from the connection to the end of its first request's head, the handshake included
/// @param writeTimeout from there to the end of the answer, the request's body included, whose pace is looked at
///     besides ([PacedBody])
/// @param idleTimeout from there to the end of the next request's head
public record HttpLimits(int connectionsMax, Duration readTimeout, Duration writeTimeout, Duration idleTimeout) {
    /// This is longer than most scrape intervals, so that Prometheus need not connect and shake hands for each scrape.
    static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

    static final HttpLimits DEFAULT = new HttpLimits(128, Duration.ofSeconds(10), Duration.ofSeconds(30), IDLE_TIMEOUT);
}
