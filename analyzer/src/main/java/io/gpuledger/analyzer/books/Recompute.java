package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.BatchBooking;
import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.GpuHours;
import io.gpuledger.analyzer.booking.GpuSheet;
import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.booking.Settling;
import io.gpuledger.analyzer.books.Agenda.Item;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.entries.EntryTables.Stretch;
import io.gpuledger.analyzer.store.entries.FillingTables;
import io.gpuledger.analyzer.store.entries.FleetTables;
import io.gpuledger.analyzer.store.entries.StandingEntries;
import io.gpuledger.analyzer.store.pods.LensTables;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.postgres.Term;
import io.gpuledger.analyzer.store.samples.RowTables;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Books settled hours again from what is stored, and reports each entry that is not the one that stood there. An
/// analyzer may keep the books meanwhile: both write the same entries.
///
/// Hours whose samples are gone are never touched: their entries are all that is left of them.
public final class Recompute {
    /// How much was booked again, and how much of it differed.
    ///
    /// @param window the part of the window that the books have settled
    /// @param entries how many entries stand there now
    public record Outcome(Span window, int gpus, long entries, long differences) {}

    private final Database database;
    private final BooksSettings settings;
    private final InstantSource clock;
    private final EntryTables tables = new EntryTables();
    private final Consumer<Difference> each;
    private long entries;
    private long differences;

    /// Prepares a run: nothing is read before it is started.
    ///
    /// @param each is given every difference
    public Recompute(Database database, BooksSettings settings, InstantSource clock, Consumer<Difference> each) {
        this.database = database;
        this.settings = settings;
        this.clock = clock;
        this.each = each;
    }

    /// Returns the hours that can be booked again.
    public static Span possible(BooksSettings settings, InstantSource clock) {
        var now = clock.instant();
        var told = now.minus(settings.reach()).plusMillis(Reach.MILLIS).toEpochMilli();
        var to = Rules.settleable(now.toEpochMilli(), settings.rules().longestSaid(List.of()));
        return new Span(Math.min(to, Math.ceilDiv(told, Hour.MILLIS) * Hour.MILLIS), to);
    }

    /// Books hours again. Throws [CannotAskException] where the database fails; what was booked by then is right.
    ///
    /// @param window whole hours, all of which are possible
    public Outcome run(Span window) throws SchemaException {
        try {
            database.migrate();
            return rebuilt(window);
        } catch (DatabaseException e) {
            throw CannotAskException.of(e);
        }
    }

    private Outcome rebuilt(Span window) throws DatabaseException {
        var known = known();
        var rows = new RowTables();
        var settled = new Span(window.from(), Math.clamp(known.settling().until(), window.from(), window.to()));
        var nodeGpus = new NodeGpus(known.fleet());
        var items = Agenda.of(nodeGpus, Map.of(), List.of(), settled, Long.MIN_VALUE);
        expect(items, settled.to());
        for (var batch : Batches.of(items, rows::rowsOfHour, known.longestQuiet())) {
            try (var session = database.session()) {
                // Each batch has a reader of its own: what a reader read before this session's turn to write may be out
                // of date.
                var reader = new BatchReader(rows, settings.rules(), nodeGpus, clock.millis());
                rebuild(session, batch, reader, known.settling());
                session.commit();
            }
        }
        try (var session = database.session()) {
            Sums.of(session, tables, Term.ENDLESS);
        }
        return new Outcome(settled, known.fleet().size(), entries, differences);
    }

    /// Which pods were expected on days that are booked stands as it is. Hours of before that was kept are judged by
    /// what is still known of their pods.
    private void expect(List<Item> items, long settled) throws DatabaseException {
        try (var session = database.session()) {
            var tables = new LensTables(session);
            for (var window : Agenda.windows(items).entrySet()) {
                tables.update(window.getKey(), window.getValue(), settled, Long.MAX_VALUE, clock.millis());
            }
            session.commit();
        }
    }

    /// Holds what the books say when the run begins, so that the run books by the same knowledge as they did.
    ///
    /// @param settling until when the books say that hours are settled
    /// @param longestQuiet the longest quiet run that hours wait for
    private record Known(List<KnownGpu> fleet, Settling settling, Duration longestQuiet) {}

    private Known known() throws DatabaseException {
        try (var session = database.session()) {
            var tables = new FleetTables(session);
            var settled =
                    tables.booked().values().stream().mapToLong(Stretch::until).reduce(0, Math::max);
            var filling = new FillingTables(session).since(clock.millis() - Rules.SETTLING.toMillis());
            var fleet = tables.gpus();
            var longestQuiet = BatchReader.longestQuiet(session, settings.rules(), clock.millis());
            var known = new Known(fleet, Settling.of(settled, filling, fleet), longestQuiet);
            session.rollback();
            return known;
        }
    }

    /// Books the hours of an item again. The session has its turn before it reads, so that nobody else books these
    /// hours before it has written them.
    private void rebuild(Session session, Item item, BatchReader reader, Settling settling) throws DatabaseException {
        EntryTables.inTurn(session);
        var standing = StandingEntries.of(session, item.gpus(), item.window());
        var wrong = new ArrayList<GpuHours>();
        for (var sheet : BatchBooking.of(reader.read(session, item), settings.rules(), settling)) {
            if (differs(standing.getOrDefault(sheet.hours().gpu().id(), List.of()), sheet)) {
                wrong.add(sheet.hours());
            }
        }
        tables.replace(session, wrong);
    }

    private boolean differs(List<BookedEntry> standing, GpuSheet sheet) {
        var all = Difference.between(standing, sheet.hours().entries());
        all.forEach(each);
        entries += sheet.hours().entries().size();
        differences += all.size();
        return !all.isEmpty();
    }
}
