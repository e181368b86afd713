package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.books.Agenda.Item;
import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.Span;
import io.gpuledger.analyzer.store.database.BookedEntry;
import io.gpuledger.analyzer.store.database.ClusterTables;
import io.gpuledger.analyzer.store.database.Database;
import io.gpuledger.analyzer.store.database.EntryTables;
import io.gpuledger.analyzer.store.database.EntryTables.Late;
import io.gpuledger.analyzer.store.database.EntryTables.Stretch;
import io.gpuledger.analyzer.store.database.FleetTables;
import io.gpuledger.analyzer.store.database.GpuHours;
import io.gpuledger.analyzer.store.database.KnownGpu;
import io.gpuledger.analyzer.store.database.RowTables;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Books all that is due, once: reads what was told, a batch of GPUs at a time, and puts what stands in the accounts in
/// the place of what stood there. What is booked follows from what is stored and from the clock, and from nothing else:
/// a pass that does not come to its end is as if it had not been.
final class Pass {
    /// What came of it. The entries themselves are in the database, and nowhere else.
    record Outcome(List<BookedEntry> present, Settled settled) {}

    private final Database database;
    private final RowTables rows;
    private final EntryTables entries;
    private final Rules rules;
    private final long now;

    private List<KnownGpu> fleet = List.of();
    private Map<Integer, Stretch> booked = Map.of();
    private List<Late> late = List.of();
    private Duration longest = Duration.ZERO;

    Pass(Database database, RowTables rows, EntryTables entries, Rules rules, long now) {
        this.database = database;
        this.rows = rows;
        this.entries = entries;
        this.rules = rules;
        this.now = now;
    }

    /// Learns what there is to do.
    ///
    /// @param from the oldest that samples are kept of
    /// @param withLate whether what came late is due, or may wait
    void learn(long from, boolean withLate) throws SQLException {
        try (var connection = database.connection()) {
            var tables = new FleetTables(connection);
            fleet = tables.gpus();
            booked = tables.booked();
            if (new RollCall(connection, booked, new Span(from, now)).hold(fleet)) {
                fleet = tables.gpus();
            }
            late = withLate ? tables.unbooked() : List.of();
            longest = rules.longestSaid(
                    new ClusterTables(connection).podAnnotations(Rules.IDLE_AFTER, now - Clerk.CLUSTER_REACH));
            connection.commit();
        }
    }

    List<KnownGpu> fleet() {
        return fleet;
    }

    /// Until when hours will be settled: never less than they are.
    long settled() {
        return Math.max(Rules.settleable(now, longest), settledBefore().orElse(Long.MIN_VALUE));
    }

    /// Until when they are by now; nothing where none is.
    OptionalLong settledBefore() {
        return booked.values().stream().mapToLong(Stretch::until).max();
    }

    /// @param settled what of it was not settled before
    Outcome run(long from, Settled settled) throws SQLException {
        var present = new ArrayList<BookedEntry>();
        var neighbours = new Neighbours(fleet);
        var clerk = new Clerk(rows, rules, neighbours, now, settled());
        var to = Ledger.hour(now) + Ledger.HOUR;
        for (var item : Agenda.of(neighbours, booked, late, Ledger.hour(from), to)) {
            for (var gpu : book(item, clerk, present)) {
                gpu.entries().forEach(settled::add);
            }
        }
        finish();
        return new Outcome(present, settled);
    }

    private List<GpuHours> book(Item item, Clerk clerk, List<BookedEntry> present) throws SQLException {
        try (var connection = database.connection()) {
            var booked = new ArrayList<GpuHours>();
            for (var sheet : clerk.sheets(connection, item)) {
                booked.add(sheet.hours());
                present.addAll(sheet.present());
            }
            entries.replace(connection, booked);
            connection.commit();
            return booked;
        }
    }

    /// Of how many GPUs something was told of settled hours that is not booked yet.
    long waiting() throws SQLException {
        try (var connection = database.connection()) {
            var waiting = new FleetTables(connection).waiting();
            connection.rollback();
            return waiting;
        }
    }

    /// Until here a pass may be repeated, and changes nothing by that.
    private void finish() throws SQLException {
        try (var connection = database.connection()) {
            Sums.of(connection, entries);
            var until = settled();
            var settled = new HashMap<Integer, Stretch>();
            for (var gpu : fleet) {
                var since = Math.min(Ledger.hour(gpu.firstSeen()), until);
                settled.put(gpu.id(), new Stretch(gpu.id(), since, until));
            }
            entries.settled(connection, settled.values());
            entries.caughtUp(connection, late);
            connection.commit();
        }
    }
}
