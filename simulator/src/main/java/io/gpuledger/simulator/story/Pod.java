package io.gpuledger.simulator.story;

import java.time.Duration;

/// A pod holds units.
///
/// @param workload the controller at the top of its owner chain
/// @param idleAfter the shortest quiet run that counts as idle
public record Pod(String uid, String namespace, String name, Workload workload, String team, Duration idleAfter) {
    public record Workload(String kind, String name) {}
}
