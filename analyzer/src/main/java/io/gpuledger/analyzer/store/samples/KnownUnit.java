package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A unit as the database has it.
///
/// @param unit as it was last told to be; nothing told takes nothing away
/// @param histories of what was ever another
/// @param first the instant of the oldest row
/// @param last the quarter of an hour that the newest row is in: to write each instant would be a write for each row
/// @param since when it came to the node that it is on
record KnownUnit(int id, Unit unit, Map<UnitAttribute, AttributeHistory> histories, long first, long last, long since) {
    /// Stands for an arrival that is not known: then each row needs a closer look.
    static final long NOWHERE = Long.MAX_VALUE;

    private static final long QUARTER_MILLIS = 15 * 60_000L;

    KnownUnit {
        histories = histories.isEmpty() ? Map.of() : new EnumMap<>(histories);
    }

    /// Makes one of a unit that the database does not have yet.
    static KnownUnit told(Unit unit, long millis) {
        return new KnownUnit(0, unit, Map.of(), millis, quarter(millis), NOWHERE);
    }

    /// Whether the row has no news of its unit, as nearly every row.
    boolean covers(Row row) {
        var millis = row.millis();
        return first <= millis
                && since <= millis
                && millis < last + QUARTER_MILLIS
                && isSteady(millis)
                && (unit.equals(row.unit()) || isAll(row.unit()));
    }

    /// Whether it has been what it is since then.
    boolean isSteady(long millis) {
        return histories.isEmpty() || histories.values().stream().allMatch(history -> history.steady() <= millis);
    }

    private boolean isAll(Unit told) {
        return unit.node().equals(told.node())
                && isAll(told.index(), unit.index())
                && isAll(told.model(), unit.model())
                && isAll(told.profile(), unit.profile())
                && isAll(told.instanceUuid(), unit.instanceUuid())
                && isAll(told.computeSlices(), unit.computeSlices())
                && isAll(told.memorySlices(), unit.memorySlices());
    }

    private static boolean isAll(Optional<?> told, Optional<?> known) {
        return told.isEmpty() || told.equals(known);
    }

    /// Whether it is told to be nothing else than it was known to be then.
    boolean wasSo(Unit told, long millis) {
        return UnitAttribute.of(unit.id()).stream()
                .allMatch(attribute ->
                        isAll(attribute.of(told), history(attribute).map(history -> history.at(millis))));
    }

    /// Returns what an attribute was, if anything was ever told of it.
    Optional<AttributeHistory> history(UnitAttribute attribute) {
        var history = histories.get(attribute);
        return history == null ? attribute.of(unit).map(AttributeHistory::always) : Optional.of(history);
    }

    /// @param next when it was told of next, as far as that is in the database
    KnownUnit alsoTold(Unit told, long millis, OptionalLong next) {
        var newest = millis >= last ? newest(unit, told) : newest(told, unit);
        var changed = new EnumMap<UnitAttribute, AttributeHistory>(UnitAttribute.class);
        for (var attribute : UnitAttribute.of(unit.id())) {
            var value = attribute.of(told);
            var history = value.isEmpty()
                    ? history(attribute)
                    : Optional.of(history(attribute)
                            .map(known -> known.told(millis, value.get(), first, next))
                            .orElseGet(() -> AttributeHistory.always(value.get())));
            if (history.isPresent()) {
                newest = attribute.in(newest, history.get().last());
                if (history.get().isAnother()) {
                    changed.put(attribute, history.get());
                }
            }
        }
        return new KnownUnit(id, newest, changed, Math.min(first, millis), Math.max(last, quarter(millis)), since);
    }

    KnownUnit withId(int given) {
        return new KnownUnit(given, unit, histories, first, last, since);
    }

    KnownUnit since(long arrived) {
        return new KnownUnit(id, unit, histories, first, last, arrived);
    }

    KnownUnit with(Map<UnitAttribute, AttributeHistory> others) {
        return new KnownUnit(id, unit, others, first, last, since);
    }

    /// Whether its row in the database is the same; where it is, and what it was, stands elsewhere.
    boolean isWrittenAs(KnownUnit other) {
        return first == other.first && last == other.last && attributes(unit).equals(attributes(other.unit));
    }

    private static List<Optional<?>> attributes(Unit unit) {
        return List.of(
                unit.index(),
                unit.model(),
                unit.profile(),
                unit.instanceUuid(),
                unit.computeSlices(),
                unit.memorySlices());
    }

    /// An instance has its GPU's index and name too: so it is seen without asking that GPU that they are the same.
    private static Unit newest(Unit older, Unit newer) {
        return new Unit(
                newer.id(),
                newer.node(),
                newer.index().or(older::index),
                newer.model().or(older::model),
                newer.profile().or(older::profile),
                newer.instanceUuid().or(older::instanceUuid),
                newer.computeSlices().or(older::computeSlices),
                newer.memorySlices().or(older::memorySlices));
    }

    private static long quarter(long millis) {
        return millis - Math.floorMod(millis, QUARTER_MILLIS);
    }
}
