package io.gpuledger.analyzer.cluster;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// Reads instants as attributes and Kubernetes write them.
public final class Instants {
    private Instants() {}

    /// Returns an instant in milliseconds since 1970. This is empty where the text is no instant.
    public static Optional<Long> millis(String text) {
        try {
            return Optional.of(Instant.parse(text).toEpochMilli());
        } catch (DateTimeException | ArithmeticException _) {
            return Optional.empty();
        }
    }
}
