package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Map;
import java.util.Optional;

/// What runs on a GPU now and how it is set, as far as that is told.
public record GpuTraits(UnitId gpu, String node, Optional<String> model, Map<Trait, String> traits) {
    public GpuTraits {
        traits = Map.copyOf(traits);
    }
}
