package io.gpuledger.simulator.cluster;

/// How a namespace's quota stands at an instant.
///
/// @param hard what its pods may ask for together
/// @param used what they ask for, those that wait too
public record QuotaState(String namespace, long hard, long used) {
    /// The name of every quota here: a namespace has one.
    public static final String NAME = "gpus";

    public static final String RESOURCE = "requests.nvidia.com/gpu";
}
