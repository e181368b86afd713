package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.OptionalDouble;
import java.util.Set;

/// A reading of a unit, and what was told of it before.
///
/// @param pods who is said to hold the unit, as namespace/pod
record Seen(Row row, Memory before, Set<String> pods) {
    boolean isHeld() {
        return !pods.isEmpty();
    }

    long at() {
        return row.millis();
    }

    OptionalDouble value(Field field) {
        return row.values().get(field);
    }

    /// Returns by how much a counter has grown since it was told before.
    OptionalDouble increase(Field field) {
        return before.increase(row, field);
    }

    /// Returns by how much a counter grows in a second.
    OptionalDouble rate(Field field) {
        return before.rate(row, field);
    }
}
