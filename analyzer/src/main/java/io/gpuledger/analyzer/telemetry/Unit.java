package io.gpuledger.analyzer.telemetry;

import java.util.Optional;

/// A unit, and what its telemetry says that it is.
///
/// @param index the number that the driver gives the GPU on its node
/// @param profile a MIG instance's: `1g.10gb`
/// @param computeSlices a MIG instance's
public record Unit(
        UnitId id,
        String node,
        Optional<String> index,
        Optional<String> model,
        Optional<String> profile,
        Optional<String> instanceUuid,
        Optional<Integer> computeSlices,
        Optional<Integer> memorySlices) {
    public static Unit of(UnitId id, String node) {
        return new Unit(
                id,
                node,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
