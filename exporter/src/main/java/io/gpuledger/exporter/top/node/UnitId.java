package io.gpuledger.exporter.top.node;

import io.gpuledger.exporter.top.page.Labels;
import java.util.Optional;

/// Which GPU, MIG instance or compute instance a sample is about.
record UnitId(String uuid, Optional<String> instance, Optional<String> computeInstance) {
    static UnitId of(Labels labels) {
        return new UnitId(labels.get("uuid").orElse(""), labels.get("instance_id"), labels.get("compute_instance_id"));
    }

    boolean isGpu() {
        return instance.isEmpty();
    }

    UnitId gpu() {
        return new UnitId(uuid, Optional.empty(), Optional.empty());
    }
}
