package io.gpuledger.analyzer.advice;

import java.util.List;
import java.util.Optional;

/// A model of GPUs, with the figures that its maker gives.
///
/// @param words that are all in the name by which such GPUs call themselves
/// @param tensor teraflops of its tensor cores in half precision, without sparsity
/// @param single teraflops in single precision
/// @param bandwidth gigabytes a second that its memory can move
/// @param format the youngest format of numbers that its tensor cores take
/// @param profiles the instances that it can be cut into, from small to large, the whole GPU last; none where
///     it cannot
record GpuModel(
        List<String> words,
        double tensor,
        double single,
        double bandwidth,
        String generation,
        Format format,
        List<MigProfile> profiles) {
    /// Each generation of tensor cores takes what the one before it takes.
    enum Format {
        FP16,
        BF16,
        FP8,
        FP4
    }

    GpuModel {
        words = List.copyOf(words);
        profiles = List.copyOf(profiles);
    }

    /// Returns the part of another's work that this one does in the same time. Work may be bound by either kind
    /// of arithmetic, and which one is not measured: the lesser part counts.
    double computeOf(GpuModel other) {
        return Math.min(tensor / other.tensor, single / other.single);
    }

    double bandwidthOf(GpuModel other) {
        return bandwidth / other.bandwidth;
    }

    boolean hasInstances() {
        return !profiles.isEmpty();
    }

    /// Returns the instance that is the whole GPU.
    Optional<MigProfile> whole() {
        return hasInstances() ? Optional.of(profiles.getLast()) : Optional.empty();
    }

    Optional<MigProfile> profile(String name) {
        return profiles.stream().filter(profile -> profile.name().equals(name)).findFirst();
    }
}
