package io.gpuledger.analyzer.advice;

import java.util.List;
import java.util.Optional;

/// Says how much memory a unit must have for a workload: the most that was ever in use, and a margin. Memory is
/// read now and then, and what was in use in between is not known.
///
/// @param peak the most bytes that were in use on a unit
/// @param total how many bytes such a unit has
record MemoryNeed(long peak, long total) {
    /// A tenth more than was ever seen.
    static final double MARGIN = 1.1;
    /// What a CUDA context takes on another GPU may be more by this.
    static final long CONTEXT = 512L << 20;
    /// An instance has less than its slices' part, as some is kept back: 16 GiB of 17.5 is the worst that there
    /// is.
    static final double OF_SLICES = 0.9;

    /// Returns what a workload needs. Empty where it is not known of each hour in which it was seen.
    static Optional<MemoryNeed> of(List<WorkedHour> hours) {
        var uses = hours.stream().flatMap(hour -> hour.use().stream()).toList();
        if (uses.isEmpty()
                || uses.stream()
                        .anyMatch(use ->
                                use.memoryPeak().isEmpty() || use.memoryTotal().isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new MemoryNeed(
                uses.stream().mapToLong(use -> use.memoryPeak().orElse(0)).max().orElse(0),
                uses.stream()
                        .mapToLong(use -> use.memoryTotal().orElse(0))
                        .min()
                        .orElse(0)));
    }

    boolean fits(double bytes) {
        return peak * MARGIN + CONTEXT <= bytes;
    }

    /// Whether it fits into an instance that has so many of the memory slices that the unit has now.
    boolean fitsSlices(int slices, int of) {
        return fits(OF_SLICES * total * slices / of);
    }
}
