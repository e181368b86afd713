package io.gpuledger.simulator.story;

import io.gpuledger.simulator.fleet.Unit;

/// A pod holds a unit, or some of its replicas.
///
/// @param startedAt when the pod's first hold began: a container that starts again does not start the pod again
/// @param activity of the pod itself, as a part of the whole unit
public record Hold(Pod pod, Unit unit, int replicas, long startedAt, Span span, Activity activity) {
    public Hold {
        if (replicas < 1 || replicas > unit.gpu().replicas()) {
            throw new IllegalArgumentException(
                    "%d of %d replicas of %s".formatted(replicas, unit.gpu().replicas(), unit.id()));
        }
    }
}
