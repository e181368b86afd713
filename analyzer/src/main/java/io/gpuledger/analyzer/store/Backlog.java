package io.gpuledger.analyzer.store;

import java.time.Duration;
import java.util.Optional;

/// What was taken in and is not in the database yet, oldest first.
public interface Backlog {
    /// The next portion after the one that was last written; the same again for as long as that is not said to be
    /// written.
    ///
    /// @param rowsMax about how many rows it may have: a batch is never cut
    /// @param patience how long to wait for the first row
    Optional<Portion> next(int rowsMax, Duration patience) throws InterruptedException;

    /// The portion is in the database, for good: it will not be given again.
    void written(Portion portion);
}
