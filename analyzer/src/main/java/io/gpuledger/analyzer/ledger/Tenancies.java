package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// Who held a unit, each with the activity that is put down to it: of a unit that it has to itself the unit's, of one
/// that it shares its own where that is known, else its part of the unit's.
final class Tenancies {
    private static final Duration AWAY_MAX = Duration.ofMinutes(30);

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
        var unhealthy = Span.union(facts.unhealthy().stream().map(Mark::span).toList());
        var last = new HashMap<Owner, Tenancy>();
        return holds.stream()
                .map(hold -> {
                    var owner = hold.tenant().owner();
                    var tenancy = tenancy(hold, began(hold, Optional.ofNullable(last.get(owner))), unhealthy);
                    last.put(owner, tenancy);
                    return tenancy;
                })
                .toList();
    }

    private Tenancy tenancy(Hold hold, long began, List<Span> unhealthy) {
        var own = hold.part().isShared() ? OwnActivity.of(hold, rows, facts.tenants()) : List.<Stretch>of();
        return Tenancy.of(hold, Readings.filled(own, readings), own, began, unhealthy);
    }

    /// When its pod was taken in, if that is known; else when it first held the unit. Who let go of it for long begins
    /// anew.
    private static long began(Hold hold, Optional<Tenancy> last) {
        var from = hold.span().from();
        var first = last.filter(one -> from - one.hold().span().to() <= AWAY_MAX.toMillis())
                .map(Tenancy::began)
                .orElse(from);
        return Math.min(first, hold.tenant().started().orElse(first));
    }
}
