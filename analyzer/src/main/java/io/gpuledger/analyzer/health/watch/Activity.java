package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;
import java.util.OptionalDouble;

/// How active a unit was between two readings, by the best that is told: its multiprocessors, its engine, or the
/// driver's gauge.
final class Activity {
    /// Counters of time in which it was active, best first.
    private static final List<Field> COUNTED =
            List.of(Field.SM_ACTIVE_SECONDS, Field.ENGINE_ACTIVE_SECONDS, Field.BUSY_SECONDS);

    private static final List<Field> GAUGED =
            List.of(Field.SM_ACTIVE_RATIO, Field.ENGINE_ACTIVE_RATIO, Field.UTILIZATION_RATIO);

    /// The driver's own reckoning comes last, as it takes copies from and to the host for work of the engine.
    private static final List<Field> ENGINE_GAUGED = List.of(Field.ENGINE_ACTIVE_RATIO, Field.UTILIZATION_RATIO);

    private static final List<Field> ENGINE_COUNTED = List.of(Field.ENGINE_ACTIVE_SECONDS, Field.BUSY_SECONDS);

    private static final List<Field> MEMORY_COUNTED = List.of(Field.DRAM_ACTIVE_SECONDS);
    private static final List<Field> MEMORY_GAUGED = List.of(Field.DRAM_ACTIVE_RATIO);
    private static final List<Field> TENSOR_COUNTED = List.of(Field.TENSOR_ACTIVE_SECONDS);
    private static final List<Field> TENSOR_GAUGED = List.of(Field.TENSOR_ACTIVE_RATIO);

    private Activity() {}

    /// Returns the part of the time in which it did work.
    static OptionalDouble of(Seen seen) {
        return first(COUNTED, GAUGED, seen);
    }

    /// Returns the part of the time in which any kernel was on it, whatever the kernel did.
    static OptionalDouble ofEngine(Seen seen) {
        return first(ENGINE_COUNTED, ENGINE_GAUGED, seen);
    }

    /// Returns the part of the multiprocessors that did work, where that is told.
    static OptionalDouble ofMultiprocessors(Seen seen) {
        return first(COUNTED.subList(0, 1), GAUGED.subList(0, 1), seen);
    }

    /// Returns the part of the time in which its memory was read or written, where that is told.
    static OptionalDouble ofMemory(Seen seen) {
        return first(MEMORY_COUNTED, MEMORY_GAUGED, seen);
    }

    /// Returns the part of the time in which its tensor cores were at work, where that is told.
    static OptionalDouble ofTensorCores(Seen seen) {
        return first(TENSOR_COUNTED, TENSOR_GAUGED, seen);
    }

    private static OptionalDouble first(List<Field> counted, List<Field> gauged, Seen seen) {
        var observed = seen.increase(Field.OBSERVED_SECONDS);
        if (observed.isPresent() && observed.getAsDouble() > 0) {
            for (var field : counted) {
                var active = seen.increase(field);
                if (active.isPresent()) {
                    return OptionalDouble.of(Math.min(1, active.getAsDouble() / observed.getAsDouble()));
                }
            }
        }
        for (var field : gauged) {
            var value = seen.value(field);
            if (value.isPresent()) {
                return value;
            }
        }
        return OptionalDouble.empty();
    }
}
