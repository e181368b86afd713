package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A GPU of a drawn fleet.
///
/// @param facts all that is known of it
/// @param window of these, what is to be booked: whole hours
/// @param cuts into what it was cut, and when; else it is whole
/// @param idleAfter the longest that a quiet run of any of its pods has to last until it counts
record DrawnGpu(GpuFacts facts, Span window, List<Cut> cuts, Duration idleAfter, Set<Trait> traits) {
    /// @param slices of the instances that are told of, by their numbers
    record Cut(Span there, Map<String, Integer> slices) {}

    DrawnGpu {
        cuts = List.copyOf(cuts);
        traits = Set.copyOf(traits.isEmpty() ? EnumSet.noneOf(Trait.class) : traits);
    }

    GpuFacts with(Map<UnitId, List<Row>> rows) {
        return new GpuFacts(
                        facts.gpu(),
                        facts.model(),
                        rows,
                        facts.inFleet(),
                        facts.unhealthy(),
                        facts.withheld(),
                        facts.tenants(),
                        facts.until())
                .stranding(facts.stranded());
    }

    /// What has to be known to book a window of it, and nothing else.
    GpuFacts around(Span hours) {
        return within(Reach.around(hours, idleAfter));
    }

    /// What is read again of it to book a time before which it is known what tenancies there were.
    GpuFacts afterEarlier(Span time) {
        return within(Reach.afterEarlier(time, idleAfter));
    }

    /// What is known of it at an instant.
    GpuFacts at(long now) {
        var rows = new HashMap<UnitId, List<Row>>();
        facts.rows()
                .forEach((unit, told) -> rows.put(
                        unit, told.stream().filter(row -> row.millis() < now).toList()));
        rows.values().removeIf(List::isEmpty);
        return new GpuFacts(
                        facts.gpu(),
                        facts.model(),
                        rows,
                        facts.inFleet(),
                        facts.unhealthy(),
                        facts.withheld(),
                        facts.tenants(),
                        now)
                .stranding(facts.stranded());
    }

    private GpuFacts within(Span span) {
        var rows = new HashMap<UnitId, List<Row>>();
        facts.rows().forEach((unit, told) -> {
            var within = within(told, span);
            if (!within.isEmpty()) {
                rows.put(unit, within);
            }
        });
        return with(rows);
    }

    private static List<Row> within(List<Row> told, Span span) {
        var from = (int) told.stream().filter(row -> row.millis() < span.from()).count();
        var to = (int) told.stream().filter(row -> row.millis() < span.to()).count();
        return told
                .subList(Math.max(0, from - Reach.READINGS_BEFORE), Math.min(told.size(), to + Reach.READINGS_AFTER))
                .stream()
                .filter(row -> row.millis() >= span.from() - Reach.MILLIS && row.millis() < span.to() + Reach.MILLIS)
                .toList();
    }
}
