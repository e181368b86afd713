package io.gpuledger.simulator.http;

import java.time.DateTimeException;
import java.time.Instant;

/// Reads the instants that clients ask for.
final class Seconds {
    private Seconds() {}

    /// @param what it is, for whom it cannot be read
    static long of(String text, String what) {
        try {
            return text.matches("\\d{1,11}")
                    ? Long.parseLong(text)
                    : Instant.parse(text).getEpochSecond();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(what + " like 2026-11-30T00:00:00Z, or seconds", e);
        }
    }
}
