package io.gpuledger.analyzer.source;

import java.util.Optional;

/// Counts what became of samples.
///
/// @param mapped those that are in rows now
/// @param duplicate said already: of another holder of the same unit, or by a better source
/// @param clamped of those mapped, how many were brought within what can be
/// @param notANumber refused
/// @param implausible refused, as no device has such a value
/// @param future refused, as they are of a time that is not yet
/// @param example one of those that were refused
public record Tally(
        long mapped,
        long duplicate,
        long clamped,
        long notANumber,
        long implausible,
        long future,
        Optional<String> example) {
    public long refused() {
        return notANumber + implausible + future;
    }
}
