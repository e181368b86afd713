package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What a drawn exporter tells of one unit, page by page: it counts what goes on, and begins from zero where it is
/// restarted; or it measures only.
final class DrawnExporter {
    /// What it is like.
    ///
    /// @param counts else it has gauges only
    /// @param fields of activity, that it has
    /// @param shares whether it tells shares, or names only
    /// @param own whether it tells what holders of shared units did themselves
    record Kind(boolean counts, List<Field> fields, boolean shares, boolean own) {}

    /// A unit, and who holds it.
    ///
    /// @param there while there is such a unit
    record Told(Unit unit, Span there, int replicas, List<Stay> stays) {}

    private final Kind kind;
    private final Told told;
    private final Troubles troubles;
    private final IdentityHashMap<Stay, Double> busy = new IdentityHashMap<>();
    private long at;
    private double observed;
    private double active;
    private double before;
    private double observedBefore;
    private long began;

    DrawnExporter(Kind kind, Told told, Troubles troubles, long from) {
        this.kind = kind;
        this.told = told;
        this.troubles = troubles;
        this.at = from;
        this.observed = troubles.observedBefore();
        this.active = observed / 3;
        this.began = from - Math.round(observed);
    }

    /// @param ticks when it is asked, in order
    /// @param age of its page then
    List<Row> rows(List<Long> ticks, long age) {
        var rows = new ArrayList<Row>();
        for (var tick : ticks) {
            advance(tick - age);
            if (told.there().contains(tick)) {
                rows.add(row(tick));
            }
        }
        return rows;
    }

    private void advance(long to) {
        for (var reset : troubles.resets()) {
            if (kind.counts() && reset > at && reset <= to) {
                count(at, reset);
                observed = 0;
                active = 0;
                busy.clear();
                at = reset;
                began = reset;
            }
        }
        count(at, to);
        at = Math.max(at, to);
    }

    private void count(long from, long to) {
        if (to > from) {
            for (var seen : new Span(from, to).without(troubles.unread())) {
                observed += seen.millis();
                for (var stay : told.stays()) {
                    var did = stay.work().in(seen.from(), seen.to());
                    active += did;
                    busy.merge(stay, did, Double::sum);
                }
            }
        }
    }

    private Row row(long tick) {
        var values = new EnumMap<Field, Double>(Field.class);
        if (troubles.lost().stream().anyMatch(span -> span.contains(tick))) {
            values.put(Field.LOST, 1.0);
        } else {
            values.put(Field.LOST, 0.0);
            values.put(Field.POWER_WATTS, 60.0);
        }
        values.put(Field.STUCK, troubles.stuck().stream().anyMatch(span -> span.contains(tick)) ? 1.0 : 0.0);
        values.put(Field.ROW_REMAP_FAILED, troubles.remapFailed() <= tick ? 1.0 : 0.0);
        if (kind.counts()) {
            values.put(Field.OBSERVED_SECONDS, rounded(observed));
            if (troubles.started()) {
                values.put(Field.STARTED_SECONDS, began / 1000.0 + wobble(tick));
            }
            kind.fields().forEach(field -> values.put(field, rounded(active * part(field))));
        } else if (observed > observedBefore) {
            var level = (active - before) / (observed - observedBefore);
            kind.fields().forEach(field -> values.put(field, Math.clamp(level * part(field), 0, 1)));
        }
        before = active;
        observedBefore = observed;
        var xids = troubles.xidAt() <= tick ? List.of(new XidCount(troubles.xid(), 1)) : List.<XidCount>of();
        return new Row(told.unit(), tick, packed(values), holdings(tick), xids);
    }

    /// Different bases differ.
    private static double part(Field field) {
        return switch (field) {
            case SM_ACTIVE_SECONDS, SM_ACTIVE_RATIO -> 0.9;
            case ENGINE_ACTIVE_SECONDS, ENGINE_ACTIVE_RATIO -> 0.95;
            default -> 1;
        };
    }

    /// Returns by how many seconds the start that is told differs from the true one. An exporter that reckons
    /// its start from how long ago it was is off by up to a second.
    private static double wobble(long tick) {
        return tick / 1000 % 3 - 1;
    }

    /// Returns milliseconds as seconds with three decimals, as a page prints them.
    private static double rounded(double millis) {
        return Math.round(millis) / 1000.0;
    }

    private static Values packed(Map<Field, Double> values) {
        var said = values.keySet().stream().mapToLong(Field::bit).reduce(0, (one, other) -> one | other);
        return Values.of(
                said, values.values().stream().mapToDouble(value -> value).toArray());
    }

    private List<Holding> holdings(long tick) {
        return told.stays().stream()
                .filter(stay -> stay.span().contains(tick))
                .map(stay -> new Holding(
                        stay.holder(),
                        kind.shares()
                                ? Optional.of(new Share(
                                        stay.held(), told.replicas(), told.replicas() > 1 ? "shared" : "exclusive"))
                                : Optional.empty(),
                        kind.own() && told.replicas() > 1
                                ? OptionalDouble.of(rounded(busy.getOrDefault(stay, 0.0)))
                                : OptionalDouble.empty(),
                        OptionalDouble.empty()))
                .toList();
    }
}
