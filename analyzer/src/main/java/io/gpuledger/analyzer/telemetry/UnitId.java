package io.gpuledger.analyzer.telemetry;

import java.util.Optional;

/// Names a unit: a GPU by its UUID, or a MIG instance of it by its number.
///
/// @param cluster UUIDs are unique in the world, simulated ones are not
/// @param gpu the GPU's UUID, as NVML writes it (`GPU-e28195dd-…`); of other makers whatever they know it by
/// @param instance the MIG GPU instance's number
public record UnitId(String cluster, String gpu, Optional<String> instance) {
    /// Returns the GPU itself.
    public UnitId device() {
        return instance.isEmpty() ? this : new UnitId(cluster, gpu, Optional.empty());
    }
}
