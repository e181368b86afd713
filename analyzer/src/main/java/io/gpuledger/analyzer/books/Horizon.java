package io.gpuledger.analyzer.books;

import java.time.Duration;

/// How far back the books go now.
public interface Horizon {
    /// Returns how far back hours are booked, which is as far as samples are kept.
    Duration reach();

    /// Whether a past is being read, and somebody waits for the books of it.
    default boolean isFilling() {
        return false;
    }
}
