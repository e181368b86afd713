package io.gpuledger.exporter.top.node;

import java.util.Optional;

/// Who holds a unit or works on it, and what they take of it.
///
/// @param share nothing where they have it for themselves, or merely work on it
/// @param busy the part of the time in which their kernels ran
public record Holder(Who who, Optional<Share> share, Optional<Double> busy, Optional<Double> memoryBytes) {
    /// So many of the replicas that the unit is advertised as.
    ///
    /// @param mode `replicas` or `claims`
    public record Share(String mode, int held, Optional<Integer> of) {
        /// As in `2/4`.
        public String line() {
            return held + of.map(all -> "/" + all).orElse("");
        }
    }
}
