package io.gpuledger.analyzer.quota;

/// Pods that wait, and how many GPUs, or instances of GPUs, they wait for.
public record Demand(long pods, long gpus) {
    public static final Demand NONE = new Demand(0, 0);

    Demand plus(Demand other) {
        return new Demand(pods + other.pods, gpus + other.gpus);
    }
}
