package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.util.Optional;

/// What was found out about a tenancy up to an instant, for whoever does not read again what was told long before it.
///
/// @param began when its pod first held the unit
/// @param until when it ended, or the instant where it went on
/// @param quiet the quiet run that it was in at the instant, up to there
public record EarlierTenancy(Owner owner, long began, long until, Optional<Span> quiet) {
    /// Returns what is known of a tenancy at an instant. It is empty where the tenancy began later.
    static Optional<EarlierTenancy> of(Tenancy tenancy, long instant) {
        if (tenancy.span().from() >= instant) {
            return Optional.empty();
        }
        var before = new Span(Long.MIN_VALUE, instant);
        return Optional.of(new EarlierTenancy(
                tenancy.tenant().owner(),
                tenancy.began(),
                Math.min(tenancy.span().to(), instant),
                tenancy.runs().stream()
                        .filter(run -> run.from() < instant && run.to() >= instant)
                        .map(run -> run.within(before))
                        .findFirst()));
    }

    /// Whether a tenancy of this time has the quiet run in it: it is the same one, and is read on from its middle.
    boolean goesOnIn(Span held) {
        return quiet.filter(run -> held.from() < run.to() && run.to() <= held.to())
                .isPresent();
    }
}
