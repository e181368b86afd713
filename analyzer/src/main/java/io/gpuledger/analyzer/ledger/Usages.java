package io.gpuledger.analyzer.ledger;

import static io.gpuledger.analyzer.ledger.Stretch.MICROS;

import io.gpuledger.analyzer.ledger.Hold.Part;
import io.gpuledger.analyzer.ledger.Minutes.Minute;
import io.gpuledger.analyzer.ledger.Usage.Activity;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Finds out how those who held a unit used it.
///
/// The mean of a measure is taken over the stretches in which the measure is known. The weight of a stretch is the time
/// of it that was seen.
final class Usages {
    private final UnitId unit;
    private final List<Row> rows;
    private final UnitFacts facts;
    private final Tenants tenants;

    /// @param rows of the unit, sorted by time
    Usages(UnitId unit, List<Row> rows, UnitFacts facts, Tenants tenants) {
        this.unit = unit;
        this.rows = rows;
        this.facts = facts;
        this.tenants = tenants;
    }

    /// @param part the part of the hour to look at
    List<Usage> of(long hour, Span part) {
        var usages = new ArrayList<Usage>();
        for (var tenancy : facts.tenancies()) {
            var held = tenancy.span().within(part);
            if (!held.isEmpty() && !tenancy.tenant().isPlaceholder()) {
                usages.add(usage(hour, tenancy, held));
            }
        }
        return usages;
    }

    private Usage usage(long hour, Tenancy tenancy, Span held) {
        var past = new Span(Math.clamp(tenancy.started(), held.from(), held.to()), held.to());
        var readings = Stretch.during(facts.readings(), past);
        var isShared = tenancy.holds().stream().anyMatch(hold -> hold.part().isShared());
        var owner = tenancy.tenant().owner();
        var during = during(held);
        return new Usage(
                unit,
                hour,
                owner,
                readings.stream()
                                .mapToLong(stretch -> stretch.within(past).observed())
                                .sum()
                        / MICROS,
                isShared,
                isShared ? Map.of() : means(readings, past),
                minutes(tenancy, past),
                isShared ? peak(during, owner) : most(during, Field.MEMORY_USED_BYTES),
                most(during, Field.MEMORY_TOTAL_BYTES),
                tenancy.idle().stream()
                        .map(run -> run.within(held))
                        .filter(run -> !run.isEmpty())
                        .toList());
    }

    private Map<Measure, Double> means(List<Stretch> readings, Span past) {
        var sums = new EnumMap<Measure, Double>(Measure.class);
        var weights = new EnumMap<Measure, Double>(Measure.class);
        for (var stretch : readings) {
            var seen = (double) stretch.within(past).observed();
            var at = last(stretch.span().from());
            for (var measure : Measure.ALL) {
                rate(measure, at).ifPresent(rate -> {
                    sums.merge(measure, seen * rate, Double::sum);
                    weights.merge(measure, seen, Double::sum);
                });
            }
        }
        var means = new EnumMap<Measure, Double>(Measure.class);
        weights.forEach((measure, weight) -> {
            if (weight > 0) {
                means.put(measure, sums.getOrDefault(measure, 0.0) / weight);
            }
        });
        return means;
    }

    private OptionalDouble rate(Measure measure, int at) {
        if (at < 0) {
            return OptionalDouble.empty();
        }
        return at + 1 < rows.size()
                        && Reach.joins(rows.get(at).millis(), rows.get(at + 1).millis())
                ? measure.between(rows.get(at), rows.get(at + 1))
                : measure.from(rows.get(at));
    }

    /// Returns the index of the last reading until an instant, or -1 where there is none.
    private int last(long millis) {
        var low = 0;
        var high = rows.size();
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (rows.get(middle).millis() <= millis) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    private List<Row> during(Span held) {
        return rows.subList(last(held.from() - 1) + 1, last(held.to() - 1) + 1);
    }

    private static Activity minutes(Tenancy tenancy, Span past) {
        var part = tenancy.holds().getLast().part();
        var twentieths = new int[Activity.PARTS];
        for (var minute : past.meeting(tenancy.minutes(), Minute::span)) {
            if (minute.span().within(past).millis() == Minutes.MILLIS) {
                twentieths[twentieth(minute, part)]++;
            }
        }
        return Activity.of(twentieths);
    }

    /// Returns in which twentieth of the share the activity of a whole minute lies: in whole numbers, so that one of
    /// exactly 70 % counts as such.
    private static int twentieth(Minute minute, Part part) {
        var whole = Minutes.MILLIS * MICROS * Math.max(1, part.held());
        return (int) Math.min(Activity.PARTS - 1, minute.active() * Activity.PARTS * part.replicas() / whole);
    }

    private static OptionalLong most(List<Row> rows, Field field) {
        return rows.stream()
                .flatMapToDouble(row -> row.values().get(field).stream())
                .mapToLong(Math::round)
                .max();
    }

    /// Returns the most memory that the owner's own processes had in use at a reading.
    private OptionalLong peak(List<Row> during, Owner owner) {
        return during.stream()
                .flatMapToLong(row -> row.holdings().stream()
                        .filter(holding -> holding.memoryUsedBytes().isPresent()
                                && tenants.of(holding.holder(), row.millis())
                                        .owner()
                                        .equals(owner))
                        .mapToLong(
                                holding -> Math.round(holding.memoryUsedBytes().orElse(0)))
                        .reduce(Long::sum)
                        .stream())
                .max();
    }
}
