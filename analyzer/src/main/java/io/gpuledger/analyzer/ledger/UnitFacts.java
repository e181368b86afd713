package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.List;

/// What is so of a unit, over a time that reaches beyond what is booked.
///
/// @param there when it was in the fleet
/// @param unhealthy with the evidence
/// @param withheld with who or what took it out
/// @param stranded with what keeps pods from it
/// @param energy that its whole GPU took
/// @param uncertain when it is not known which of two accounts it stands in
///
/// Each is sorted, and apart; but tenancies of several holders of a unit are not apart.
record UnitFacts(
        List<Span> there,
        List<Mark> unhealthy,
        List<Mark> withheld,
        List<Mark> stranded,
        List<Stretch> readings,
        List<Energy> energy,
        List<Span> uncertain,
        List<Tenancy> tenancies) {
    UnitFacts there(List<Span> other) {
        return new UnitFacts(other, unhealthy, withheld, stranded, readings, energy, uncertain, tenancies);
    }

    /// What matters of it for a time.
    UnitFacts during(Span time) {
        return new UnitFacts(
                there,
                unhealthy,
                withheld,
                stranded,
                Stretch.during(readings, time),
                time.meeting(energy, Energy::span),
                time.meeting(uncertain, span -> span),
                tenancies.stream()
                        .flatMap(tenancy -> tenancy.during(time).stream())
                        .toList());
    }
}
