package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import java.util.Optional;

/// Where the samples of a series go.
sealed interface Cell {
    Subject subject();

    /// Into a field of the unit.
    ///
    /// @param heldBy who holds the unit, where the series says so in passing
    /// @param summand of several series that make one value together, which this is
    record Measure(Subject subject, Rule.Value rule, Optional<Holder> heldBy, int summand) implements Cell {}

    /// Only that the series is there says something: who holds the unit.
    record Held(Subject subject, Holder holder, Optional<Share> share) implements Cell {}

    record Busy(Subject subject, Holder holder) implements Cell {}

    record Memory(Subject subject, Holder holder) implements Cell {}

    record Xid(Subject subject, int xid) implements Cell {}

    /// What it says was learned from its labels.
    record Known(Subject subject) implements Cell {}
}
