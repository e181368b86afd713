package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.util.List;

/// What is known of a unit, over a time that reaches beyond what is booked. Each list is sorted, and what is in it does
/// not overlap; only the tenancies of several holders of a unit may.
///
/// @param there when it was in the fleet
/// @param unhealthy when it was unhealthy, with the evidence
/// @param withheld when it was withheld, with who or what took it out
/// @param stranded when it was stranded, with what keeps pods from it
/// @param energy what its whole GPU took
/// @param uncertain when it is not known which of two accounts its time belongs to
record UnitFacts(
        List<Span> there,
        List<Mark> unhealthy,
        List<Mark> withheld,
        List<Mark> stranded,
        List<Stretch> readings,
        List<Energy> energy,
        List<Span> uncertain,
        List<Tenancy> tenancies) {
    UnitFacts stranded(List<Mark> other) {
        return new UnitFacts(there, unhealthy, withheld, other, readings, energy, uncertain, tenancies);
    }

    UnitFacts there(List<Span> other) {
        return new UnitFacts(other, unhealthy, withheld, stranded, readings, energy, uncertain, tenancies);
    }

    /// Returns what matters of it for a time.
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
