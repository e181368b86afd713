package io.gpuledger.exporter.attribution;

import java.util.Optional;

/// What a holder used of a unit; nothing where it is not known, never a zero in its place.
///
/// @param busyNanos how long its kernels ran while the unit was observed, since it was first seen to hold it
/// @param memoryBytes at the moment
public record Use(Optional<Long> busyNanos, Optional<Double> memoryBytes) {
    static final Use UNKNOWN = new Use(Optional.empty(), Optional.empty());
}
