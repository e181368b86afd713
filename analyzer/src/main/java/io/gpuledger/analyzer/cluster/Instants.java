package io.gpuledger.analyzer.cluster;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// Instants as attributes have them, and Kubernetes.
public final class Instants {
    private Instants() {}

    /// Since 1970; nothing of what is no instant.
    public static Optional<Long> millis(String text) {
        try {
            return Optional.of(Instant.parse(text).toEpochMilli());
        } catch (DateTimeException | ArithmeticException _) {
            return Optional.empty();
        }
    }
}
