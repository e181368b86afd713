package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.ledger.Hold.Part;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the tenancies of a unit, each with the activity that is put down to it. Where the tenant has the unit to
/// itself, that is the unit's activity. Where it shares the unit, that is its own activity if it is known, else its
/// part of the unit's. A tenancy goes on where the tenant's share becomes another one.
final class Tenancies {
    static final Duration AWAY_MAX = Duration.ofMinutes(30);

    private final List<Row> rows;
    private final List<Stretch> readings;
    private final GpuFacts facts;
    private final List<Reckoned> reckoned;
    private final List<EarlierTenancy> earlier;
    private final List<Span> unhealthy;
    private final List<Tenancy> tenancies = new ArrayList<>();
    private final Map<Owner, Tenancy> last = new HashMap<>();
    private final List<Span> guessed = new ArrayList<>();

    /// @param reckoned who holds the unit by count, where nobody is said to hold it
    /// @param earlier the tenancies of before the rows
    Tenancies(
            List<Row> rows,
            List<Stretch> readings,
            GpuFacts facts,
            List<Reckoned> reckoned,
            List<EarlierTenancy> earlier) {
        this.rows = rows;
        this.readings = readings;
        this.facts = facts;
        this.reckoned = reckoned;
        this.earlier = earlier;
        this.unhealthy = Span.union(facts.unhealthy().stream().map(Mark::span).toList());
    }

    List<Tenancy> all() {
        var open = new HashMap<Owner, List<Hold>>();
        for (var hold : holds()) {
            var its = open.computeIfAbsent(hold.tenant().owner(), _ -> new ArrayList<>());
            if (!its.isEmpty() && !its.getLast().isFollowedBy(hold)) {
                add(List.copyOf(its));
                its.clear();
            }
            its.add(hold);
        }
        open.values().forEach(this::add);
        return tenancies;
    }

    /// Returns the times between two readings in which the unit passed from one tenant to another, at an instant that
    /// nobody knows.
    List<Span> guessed() {
        return guessed;
    }

    private List<Hold> holds() {
        var said = Holds.of(rows, readings, facts.tenants(), facts.until(), guessed);
        if (reckoned.isEmpty()) {
            return said;
        }
        var counted = reckoned.stream().map(one -> new Hold(one.tenant(), Part.ALL, one.span(), true));
        return Stream.concat(said.stream(), counted)
                .sorted(Comparator.comparingLong(hold -> hold.span().from()))
                .toList();
    }

    /// @param holds those of one tenant, which follow each other
    private void add(List<Hold> holds) {
        var tenant = holds.getFirst().tenant();
        var span =
                new Span(holds.getFirst().span().from(), holds.getLast().span().to());
        var isShared = holds.stream().anyMatch(hold -> hold.part().isShared());
        var own = isShared ? OwnActivity.of(tenant, span, rows, facts.tenants()) : List.<Stretch>of();
        var quiet = earlier.stream()
                .filter(one -> one.owner().equals(tenant.owner()) && one.goesOnIn(span))
                .flatMap(one -> one.quiet().stream())
                .toList();
        var tenancy =
                Tenancy.of(holds, Readings.filled(own, readings), own, began(tenant, span.from()), unhealthy, quiet);
        last.put(tenant.owner(), tenancy);
        tenancies.add(tenancy);
    }

    /// Returns when a tenant's start began: when its pod was taken in, if that is known, else when the pod first held
    /// the unit. A pod that had let go of the unit for more than half an hour begins anew.
    private long began(Tenant tenant, long from) {
        var first = Optional.ofNullable(last.get(tenant.owner()))
                .filter(one -> isSoon(one.span().to(), from))
                .map(Tenancy::began)
                .or(() -> earlier.stream()
                        .filter(one -> one.owner().equals(tenant.owner()) && isSoon(one.until(), from))
                        .map(EarlierTenancy::began)
                        .min(Comparator.naturalOrder()))
                .orElse(from);
        return Math.min(first, tenant.started().orElse(first));
    }

    private static boolean isSoon(long ended, long began) {
        return began - ended <= AWAY_MAX.toMillis();
    }
}
