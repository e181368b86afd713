package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Who held a unit, each with the activity that is put down to it: of a unit that it has to itself the unit's, of one
/// that it shares its own where that is known, else its part of the unit's.
final class Tenancies {
    private final List<Row> rows;
    private final List<Stretch> readings;
    private final GpuFacts facts;

    Tenancies(List<Row> rows, List<Stretch> readings, GpuFacts facts) {
        this.rows = rows;
        this.readings = readings;
        this.facts = facts;
    }

    List<Tenancy> all() {
        var holds = Holds.of(rows, readings, facts.tenants(), facts.until());
        var began = began(holds);
        var unhealthy = Span.union(facts.unhealthy().stream().map(Mark::span).toList());
        return holds.stream()
                .map(hold -> tenancy(
                        hold,
                        began.getOrDefault(hold.tenant().owner(), hold.span().from()),
                        unhealthy))
                .toList();
    }

    private Tenancy tenancy(Hold hold, long began, List<Span> unhealthy) {
        var own = hold.part().isShared() ? OwnActivity.of(hold, rows, facts.tenants()) : List.<Stretch>of();
        return Tenancy.of(hold, own.isEmpty() ? readings : own, !own.isEmpty(), began, unhealthy);
    }

    /// When each of them first held it, or when its pod was taken in, if that is known.
    private static Map<Owner, Long> began(List<Hold> holds) {
        var began = new HashMap<Owner, Long>();
        for (var hold : holds) {
            var from = hold.span().from();
            var first = Math.min(from, hold.tenant().started().orElse(from));
            began.merge(hold.tenant().owner(), first, Math::min);
        }
        return began;
    }
}
