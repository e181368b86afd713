package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.store.entries.EntryTables.Stretch;
import io.gpuledger.analyzer.store.entries.FleetTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Remembers when each GPU was last seen. A row that ends a silence decides what stands in the silence: it is late for
/// the hours of it that were settled meanwhile, although its own time is in none of them. So is one that comes after
/// rows that are newer, and shortens a silence.
final class Silences {
    private final Database database;
    private final Map<UnitId, Long> last = new ConcurrentHashMap<>();

    Silences(Database database) {
        this.database = database;
    }

    /// Returns the silences that began in settled hours, or soon after them, and end with one of these rows.
    ///
    /// @param rows rows that are in the database already
    /// @param soon until when that is: what is told by then may change settled hours
    List<Stretch> ended(Collection<Row> rows, Map<UnitId, Stretch> settled, long soon) throws DatabaseException {
        var first = new HashMap<UnitId, Long>();
        rows.forEach(row -> first.merge(row.unit().id().device(), row.millis(), Math::min));
        var ends = new ArrayList<End>();
        first.forEach((gpu, millis) -> {
            var known = settled.get(gpu);
            var newest = last.getOrDefault(gpu, Long.MIN_VALUE);
            if (known != null && (newest < soon || millis < newest)) {
                ends.add(new End(known, millis, soon));
            }
        });
        var ended = ends.isEmpty() ? List.<Stretch>of() : ended(ends);
        rows.forEach(row -> last.merge(row.unit().id().device(), row.millis(), Math::max));
        return ended;
    }

    /// Keeps what is known of these GPUs only; what was known of any others is read again when it is needed.
    void forget(Collection<UnitId> others) {
        last.keySet().retainAll(others);
    }

    /// Asks the database, and not the memory: after a start nothing is remembered, and rows may come again that were
    /// written before.
    private List<Stretch> ended(List<End> ends) throws DatabaseException {
        try (var session = database.session()) {
            var before = new FleetTables(session)
                    .toldBefore(ends.stream()
                            .collect(Collectors.toMap(end -> end.settled().gpu(), End::millis)));
            session.rollback();
            return ends.stream()
                    .flatMap(end -> Optional.ofNullable(before.get(end.settled().gpu())).flatMap(end::silence).stream())
                    .toList();
        }
    }

    /// The end of a possible silence of a GPU.
    ///
    /// @param settled the hours of the GPU that are settled
    /// @param millis when a row of it comes
    /// @param soon until when what is told may change settled hours
    private record End(Stretch settled, long millis, long soon) {
        /// Returns the silence that began then. It is empty where the silence changes no settled hours, or is so long
        /// that counters say nothing of what happened in it.
        Optional<Stretch> silence(long from) {
            return from < soon && Reach.joins(from, millis)
                    ? Optional.of(new Stretch(settled.gpu(), from, millis))
                    : Optional.empty();
        }
    }
}
