package io.gpuledger.simulator.fleet;

/// Keeps off pods that do not tolerate it.
public record Taint(String key, String value) {
    public static final String EFFECT = "NoSchedule";
}
