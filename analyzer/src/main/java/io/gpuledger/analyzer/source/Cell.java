package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Trait;
import java.util.Optional;

/// What the samples of a series say of its [Subject]. Most series of a subject say something else, and those of other
/// subjects say the same.
sealed interface Cell {
    /// The sample goes into a field.
    ///
    /// @param summand of several series that make one value together, which this is
    record Measure(Rule.Value rule, int summand) implements Cell {}

    /// Only that the series is there says something: who holds the unit.
    record Held(Holder holder, Optional<Share> share) implements Cell {}

    record Busy(Holder holder) implements Cell {}

    record Memory(Holder holder) implements Cell {}

    record Xid(int xid) implements Cell {}

    /// The sample is a trait of the GPU.
    record OfTrait(Trait trait) implements Cell {}

    /// All that it says is in its labels.
    record Described() implements Cell {}
}
