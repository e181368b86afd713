package io.gpuledger.exporter.device.binding;

import java.time.Duration;

/// A session is a library from its initialization to its shutdown, with all that the library gave out in between.
public interface LibrarySession {
    /// Gives everything back to the library. Where a call is still inside after this time, nothing is changed, and the
    /// answer is false.
    boolean end(Duration patience);
}
