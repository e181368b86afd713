package io.gpuledger.exporter.device.simulated;

import java.time.Duration;

/// Time in cells of 200 ms from the start of the backend. Loads are constant within a cell, so that a mean over any
/// stretch of time is exact: whole cells, and parts of the two at its ends.
final class Grid {
    static final Duration CELL = Duration.ofMillis(200);
    static final long CELL_NANOS = CELL.toNanos();

    private Grid() {}

    static long cellAt(long nanos) {
        return nanos / CELL_NANOS;
    }

    static long endOf(long cell) {
        return (cell + 1) * CELL_NANOS;
    }

    static long cells(Duration duration) {
        return duration.toNanos() / CELL_NANOS;
    }
}
