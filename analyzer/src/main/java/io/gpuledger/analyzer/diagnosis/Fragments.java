package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.stranded.Fragmentation;
import io.gpuledger.analyzer.stranded.Use;
import java.util.OptionalDouble;

/// Tells what the whole GPUs that nobody holds are to the pods that are expected.
///
/// @param idleMillis how many there are, in thousandths of GPUs
public record Fragments(double idleMillis, Fragmentation fragmentation) {
    private static final double WHOLE_MILLIS = 1_000;

    /// Returns that of both together.
    public Fragments plus(Fragments other) {
        return new Fragments(idleMillis + other.idleMillis, fragmentation.plus(other.fragmentation));
    }

    /// Returns how many GPUs there are.
    public double idleGpus() {
        return idleMillis / WHOLE_MILLIS;
    }

    /// Returns how many of the GPUs would be this to the next pod, as is to be expected.
    public double gpus(Use use) {
        return fragmentation.millis().getOrDefault(use, 0.0) / WHOLE_MILLIS;
    }

    /// Returns how many of the GPUs the next pod could not have, as is to be expected.
    public double fragmentGpus() {
        return fragmentation.fragmentMillis() / WHOLE_MILLIS;
    }

    /// Returns what part of the GPUs the next pod could not have. It is empty where there are none.
    public OptionalDouble ratio() {
        return idleMillis > 0 ? OptionalDouble.of(fragmentation.fragmentMillis() / idleMillis) : OptionalDouble.empty();
    }
}
