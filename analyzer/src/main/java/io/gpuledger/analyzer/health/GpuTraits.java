package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Map;

/// What runs on a GPU now and how it is set, as far as that is told.
///
/// @param pool of its node, which is empty where nobody names one
public record GpuTraits(UnitId gpu, String node, String pool, String model, Map<Trait, String> traits) {
    public GpuTraits {
        traits = Map.copyOf(traits);
    }
}
