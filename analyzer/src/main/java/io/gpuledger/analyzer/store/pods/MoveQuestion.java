package io.gpuledger.analyzer.store.pods;

import java.util.Optional;

/// Asks what would have to be moved in a cluster, as it was at an instant.
///
/// @param at in milliseconds since 1970
public record MoveQuestion(String cluster, Goal goal, long at) {
    /// For what room is to be made.
    public sealed interface Goal {
        /// The pod that has waited longest of those that moves can help; the one that has waited longest where they
        /// help none.
        record Oldest() implements Goal {}

        record OfPod(String namespace, String name) implements Goal {}

        /// A pod of so many GPUs.
        ///
        /// @param sku the only kind of GPU that it may have, if that is one
        /// @param priority others of a higher one stay
        record OfSize(int gpus, Optional<String> sku, long priority) implements Goal {}
    }
}
