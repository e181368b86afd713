package io.gpuledger.analyzer.prometheus;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// Whether something has been so for a while, each time that it was looked at: that nothing waits to be booked may be
/// so for a moment only, as what came late is found between two passes of the books.
final class Calm {
    private final long nanos;
    private final LongSupplier clock;
    private OptionalLong since = OptionalLong.empty();

    /// @param clock in nanoseconds, only goes forward
    Calm(Duration length, LongSupplier clock) {
        this.nanos = length.toNanos();
        this.clock = clock;
    }

    /// Looks once more, and returns whether it has been so for as long as it has to be.
    boolean look(boolean isSo) {
        var now = clock.getAsLong();
        if (!isSo) {
            since = OptionalLong.empty();
        } else if (since.isEmpty()) {
            since = OptionalLong.of(now);
        }
        return since.isPresent() && now - since.getAsLong() >= nanos;
    }
}
