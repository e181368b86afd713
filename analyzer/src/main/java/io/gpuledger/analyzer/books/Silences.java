package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.store.database.Database;
import io.gpuledger.analyzer.store.database.EntryTables.Stretch;
import io.gpuledger.analyzer.store.database.FleetTables;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// When each GPU was last told of. A row that ends a silence says what was in it: it comes late for hours that were
/// settled meanwhile, although it is none of them itself.
final class Silences {
    private final Database database;
    private final Map<UnitId, Long> last = new ConcurrentHashMap<>();

    Silences(Database database) {
        this.database = database;
    }

    /// Those that began in settled hours, and end with one of these rows.
    ///
    /// @param rows that are in the database
    List<Stretch> ended(Collection<Row> rows, Map<UnitId, Stretch> settled) throws SQLException {
        var first = new HashMap<UnitId, Long>();
        rows.forEach(row -> first.merge(row.unit().id().device(), row.millis(), Math::min));
        var asked = new ArrayList<Stretch>();
        first.forEach((gpu, millis) -> {
            var known = settled.get(gpu);
            if (known != null && last.getOrDefault(gpu, Long.MIN_VALUE) < known.until()) {
                asked.add(new Stretch(known.gpu(), known.until(), millis));
            }
        });
        var ended = asked.isEmpty() ? List.<Stretch>of() : ended(asked);
        rows.forEach(row -> last.merge(row.unit().id().device(), row.millis(), Math::max));
        return ended;
    }

    /// After a start nothing is remembered, and a row that was written before a stop may come again: the database
    /// knows.
    private List<Stretch> ended(List<Stretch> asked) throws SQLException {
        try (var connection = database.connection()) {
            var before = new FleetTables(connection).toldBefore(asked);
            connection.rollback();
            return asked.stream()
                    .filter(one -> before.containsKey(one.gpu()))
                    .map(one -> new Silence(before.getOrDefault(one.gpu(), 0L), one))
                    .filter(Silence::isOfSettledHours)
                    .map(Silence::stretch)
                    .toList();
        }
    }

    /// @param asked until when its hours are settled, and when it was told of again
    private record Silence(long from, Stretch asked) {
        boolean isOfSettledHours() {
            return from < asked.since() && from < asked.until() && asked.until() - from <= Reach.MILLIS;
        }

        Stretch stretch() {
            return new Stretch(asked.gpu(), from, asked.until());
        }
    }
}
