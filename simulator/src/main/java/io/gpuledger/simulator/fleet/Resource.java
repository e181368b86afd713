package io.gpuledger.simulator.fleet;

/// What nodes have and pods ask for, by Kubernetes' names.
public final class Resource {
    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String PODS = "pods";
    public static final String GPU = "nvidia.com/gpu";

    private static final String VENDOR = "nvidia.com/";

    private Resource() {}

    /// Returns the name under which the device plugin advertises it: each MIG profile has one of its own.
    public static String of(Unit unit) {
        return unit.profile().map(profile -> "nvidia.com/mig-" + profile.name()).orElse(GPU);
    }

    /// Says whether it is GPUs, or parts of them.
    public static boolean isUnit(String name) {
        return name.startsWith(VENDOR);
    }
}
