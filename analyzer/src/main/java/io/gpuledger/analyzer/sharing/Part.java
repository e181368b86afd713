package io.gpuledger.analyzer.sharing;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// A part of a GPU that was given to a holder.
///
/// @param size how large it is; the whole GPU is 1. It is absent where nothing bounds it
record Part(Holder holder, OptionalDouble size) {
    /// Parts are told in hundredths of a GPU, or by their memory, of which this is some MiB.
    private static final int FINEST = 10_000;

    private static final double ROUNDED = 1e-6;

    /// Returns who holds a GPU whose parts these are. Those whose part nothing bounds have an even part each.
    ///
    /// @param mode how the GPU is shared
    static List<Holding> holdings(List<Part> parts, String mode) {
        return parts.stream()
                .map(part -> new Holding(
                        part.holder(),
                        Optional.of(part.share(parts.size(), mode)),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()))
                .toList();
    }

    private Share share(int sharers, String mode) {
        return size.isPresent()
                ? new Share(Math.clamp((long) (size.getAsDouble() * FINEST + ROUNDED), 1, FINEST), FINEST, mode)
                : new Share(1, sharers, mode);
    }
}
