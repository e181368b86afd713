package io.gpuledger.analyzer.telemetry;

import java.util.Optional;
import java.util.OptionalDouble;

/// Holds what was said at one instant of a holder of a unit.
///
/// @param share absent where only the pod's name is told, as by dcgm-exporter
/// @param busySeconds what its own processes took, a counter
/// @param memoryUsedBytes what its own processes have in use
public record Holding(
        Holder holder, Optional<Share> share, OptionalDouble busySeconds, OptionalDouble memoryUsedBytes) {
    /// Says how many of a unit's replicas are held.
    ///
    /// @param mode how the unit is shared: `exclusive`, or as the exporter names it
    public record Share(int replicasHeld, int replicas, String mode) {}
}
