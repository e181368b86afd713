package io.gpuledger.analyzer.store;

import java.time.Duration;
import java.util.Optional;

/// Holds what was taken in and is not in the database yet, oldest first.
public interface Backlog {
    /// Returns the next portion after the one that was last written. It returns the same portion again until that is
    /// said to be written.
    ///
    /// @param rowsMax about how many rows the portion may have; a batch is never cut
    /// @param patience how long to wait for the first row
    Optional<Portion> next(int rowsMax, Duration patience) throws InterruptedException;

    /// Says that the portion is in the database for good: it will not be given again.
    void written(Portion portion);
}
