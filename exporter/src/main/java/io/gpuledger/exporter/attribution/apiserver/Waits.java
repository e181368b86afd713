package io.gpuledger.exporter.attribution.apiserver;

import java.time.Duration;

/// How long is waited for what.
///
/// @param shortest before it is tried again after a failure; then ever longer
/// @param longest the longest of these waits
/// @param seldom before what was refused is tried again
/// @param answer until an answer begins, and until a page of a list is read
/// @param watch how long the server is asked to keep a watch
/// @param grace how much longer one that it does not end is kept
record Waits(Duration shortest, Duration longest, Duration seldom, Duration answer, Duration watch, Duration grace) {
    /// Connections that broke without a word are found by the end of a watch: so it is shorter than that of others.
    static final Waits USUAL = new Waits(
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofSeconds(30),
            Duration.ofMinutes(4),
            Duration.ofSeconds(15));

    Waits refusedFor(Duration seldom) {
        return new Waits(shortest, longest, seldom, answer, watch, grace);
    }
}
