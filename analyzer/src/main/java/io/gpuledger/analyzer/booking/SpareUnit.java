package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;

/// A unit, and when nobody holds it, nobody has taken it out, and nothing is wrong with it.
///
/// @param profile of a MIG device; that of the slices of a GPU that are in no MIG device is empty
/// @param healthy when it is on the node that is looked at, and nothing is wrong with it
record SpareUnit(UnitId unit, Optional<String> profile, List<Span> healthy, List<Span> spare) {
    private static final String GPU = "nvidia.com/gpu";
    private static final List<String> OF_GPUS = List.of(GPU, "nvidia.com/gpu.shared", "amd.com/gpu");

    boolean isSpare(long millis) {
        return isIn(spare, millis);
    }

    boolean isHealthy(long millis) {
        return isIn(healthy, millis);
    }

    private static boolean isIn(List<Span> spans, long millis) {
        return spans.stream().anyMatch(span -> span.contains(millis));
    }

    /// Says whether these are the slices that are in no MIG device.
    boolean isRest() {
        return profile.filter(String::isEmpty).isPresent();
    }

    /// Returns the name by which pods ask for it. Where a node offers its MIG devices as GPUs, they ask for GPUs.
    String resource(NodeState state) {
        var own = profile.map(name -> "nvidia.com/mig-" + name.replace('+', '.'));
        return own.filter(name -> isOffered(name, state) || !isOffered(GPU, state))
                .orElseGet(() -> OF_GPUS.stream()
                        .filter(name -> isOffered(name, state))
                        .findFirst()
                        .orElse(GPU));
    }

    private static boolean isOffered(String resource, NodeState state) {
        return state.allocatable().containsKey(resource);
    }
}
