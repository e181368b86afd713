package io.gpuledger.analyzer.fit;

import java.util.List;
import java.util.Optional;

/// A claim on a persistent volume, by what became of it.
///
/// @param exclusive whether one pod alone may use it (`ReadWriteOncePod`)
public record Claim(Fate fate, boolean exclusive) {
    /// Says what became of a claim, which is all that placing a pod asks of it.
    public sealed interface Fate {
        /// It has this volume.
        record Bound(Volume volume) implements Fate {}

        /// It has a volume that is not there.
        record BoundToNothing(String volume) implements Fate {}

        /// It had a volume that was lost.
        record Lost(String volume) implements Fate {}

        /// It is being deleted.
        record Leaving() implements Fate {}

        /// It should have had a volume before any pod came, and has none.
        record Unbound() implements Fate {}

        /// It gets a volume when its pod gets a node.
        ///
        /// @param candidates the volumes that are there and would do
        /// @param makesOne whether a volume is made where none of these can be had
        /// @param where the terms of which a node must match one for that, where there are such
        record Waiting(List<Volume> candidates, boolean makesOne, Optional<List<Term>> where) implements Fate {
            public Waiting {
                candidates = List.copyOf(candidates);
                where = where.map(List::copyOf);
            }
        }
    }
}
