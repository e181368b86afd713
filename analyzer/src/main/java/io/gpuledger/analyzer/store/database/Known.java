package io.gpuledger.analyzer.store.database;

import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import java.util.List;
import java.util.Optional;

/// A unit as the database has it.
///
/// @param unit all that was ever told of it, the newest word first
/// @param first the instant of the oldest row
/// @param last the quarter of an hour that the newest row is in: to write each instant would be a write for each row
/// @param since when it came to the node that it is on
record Known(int id, Unit unit, long first, long last, long since) {
    /// Since when it is where it is, while that is not known: rows need a closer look.
    static final long NOWHERE = Long.MAX_VALUE;

    private static final long QUARTER_MILLIS = 15 * 60_000L;

    /// A unit that the database has not.
    static Known told(Unit unit, long millis) {
        return new Known(0, unit, millis, quarter(millis), NOWHERE);
    }

    /// Whether the row has no news of its unit, as nearly every row.
    boolean covers(Row row) {
        var millis = row.millis();
        return first <= millis && since <= millis && millis < last + QUARTER_MILLIS && unit.equals(row.unit());
    }

    Known alsoTold(Unit other, long millis) {
        var newest = millis >= last ? newest(unit, other) : newest(other, unit);
        return new Known(id, newest, Math.min(first, millis), Math.max(last, quarter(millis)), since);
    }

    Known withId(int given) {
        return new Known(given, unit, first, last, since);
    }

    Known since(long arrived) {
        return new Known(id, unit, first, last, arrived);
    }

    /// Whether its row in the database is the same; where it is stands elsewhere.
    boolean isWrittenAs(Known other) {
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

    private static Unit newest(Unit older, Unit newer) {
        return new Unit(
                newer.id(),
                newer.node(),
                or(newer.index(), older.index()),
                or(newer.model(), older.model()),
                or(newer.profile(), older.profile()),
                or(newer.instanceUuid(), older.instanceUuid()),
                or(newer.computeSlices(), older.computeSlices()),
                or(newer.memorySlices(), older.memorySlices()));
    }

    private static <T> Optional<T> or(Optional<T> newer, Optional<T> older) {
        return newer.isPresent() ? newer : older;
    }

    private static long quarter(long millis) {
        return millis - Math.floorMod(millis, QUARTER_MILLIS);
    }
}
