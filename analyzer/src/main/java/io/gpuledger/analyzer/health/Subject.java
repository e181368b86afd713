package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.telemetry.UnitId;

/// A finding is about one of these.
public sealed interface Subject {
    String cluster();

    /// A GPU, or a MIG instance of it.
    record OfUnit(UnitId unit) implements Subject {
        @Override
        public String cluster() {
            return unit.cluster();
        }
    }

    /// A node with all its GPUs.
    record OfNode(String cluster, String node) implements Subject {}
}
