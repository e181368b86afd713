package io.gpuledger.exporter.device.nvml;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// An activity as the driver's samples tell it, turned into its means from read to read of ours.
///
/// The driver takes its samples at times of its own: what it tells at one read is of more time than has passed since
/// the read before, or of less. What was active and does not fit is kept for the next read, so that in the long run the
/// means come to all that was sampled.
final class SampledMean {
    /// No driver takes longer for a sample, so none tells of more than this later.
    private static final double LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    private OptionalLong lastReadNanos = OptionalLong.empty();
    private boolean begun;
    private double sampledNanos;
    private double activeNanos;
    /// This is the part of the time that has passed of which no sample has told yet.
    private double untoldNanos;

    /// Samples have come that stand for so much time.
    void add(double nanos, double active) {
        sampledNanos += nanos;
        activeNanos += active;
    }

    /// The mean since the read before; nothing where the driver tells nothing of that time.
    OptionalDouble read(long atNanos) {
        var passed = lastReadNanos.isEmpty() ? 0 : atNanos - lastReadNanos.getAsLong();
        lastReadNanos = OptionalLong.of(atNanos);
        var sampled = sampledNanos;
        sampledNanos = 0;
        return begun ? mean(passed, sampled) : first(passed, sampled);
    }

    /// The first samples speak of a time that began before anybody looked: only their mean is of use.
    private OptionalDouble first(long passed, double sampled) {
        begun = passed > 0 && sampled > 0;
        var mean = begun ? OptionalDouble.of(activeNanos / sampled) : OptionalDouble.empty();
        activeNanos = 0;
        return mean;
    }

    private OptionalDouble mean(long passed, double sampled) {
        untoldNanos = Math.max(untoldNanos + passed - sampled, -LONGEST_NANOS);
        // What is older than the longest sample is told no more: neither active nor idle.
        var lost = Math.max(0, untoldNanos - LONGEST_NANOS);
        untoldNanos -= lost;
        var told = passed - lost;
        if (told <= 0) {
            return OptionalDouble.empty();
        }
        var mean = Math.clamp(activeNanos / told, 0.0, 1.0);
        activeNanos = Math.min(activeNanos - mean * told, LONGEST_NANOS);
        return OptionalDouble.of(mean);
    }
}
