package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.fleet.Unit;

/// What nodes have and pods ask for, by Kubernetes' names.
public final class Resource {
    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String PODS = "pods";
    public static final String GPU = "nvidia.com/gpu";

    private Resource() {}

    /// Returns the name under which the device plugin advertises it: each MIG profile has one of its own.
    static String of(Unit unit) {
        return unit.profile().map(profile -> "nvidia.com/mig-" + profile.name()).orElse(GPU);
    }
}
