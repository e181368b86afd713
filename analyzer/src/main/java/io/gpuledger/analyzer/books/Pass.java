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
import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.entries.EntryTables.Late;
import io.gpuledger.analyzer.store.entries.EntryTables.Stretch;
import io.gpuledger.analyzer.store.entries.FillingTables;
import io.gpuledger.analyzer.store.entries.FleetTables;
import io.gpuledger.analyzer.store.pods.LensTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.postgres.Term;
import io.gpuledger.analyzer.store.samples.RowTables;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Books all that is due, once: it reads the rows of a batch of GPUs at a time, and replaces the entries in the
/// accounts. What is settled follows from what is stored and from the clock, and from nothing else; of open hours a
/// part may be carried forward from the passes before ([CarriedHours]). A pass that does not come to its end is as
/// if it had not been.
final class Pass {
    /// The outcome of a pass: the present, and what it has settled. The entries themselves are in the database, and
    /// nowhere else.
    record Outcome(List<BookedEntry> present, Settled settled) {}

    private static final Logger LOG = System.getLogger(Pass.class.getName());

    private final Database database;
    private final Term term;
    private final RowTables rows;
    private final EntryTables entries;
    private final CarriedHours carried;
    private final Rules rules;
    private final Moment moment;
    private final long now;

    private List<KnownGpu> fleet = List.of();
    private Map<Integer, Stretch> booked = Map.of();
    private List<Late> late = List.of();
    private Map<Integer, Long> filling = Map.of();
    private Duration longest = Duration.ZERO;

    /// @param term in which the books are kept here: once it is over, nothing is written any more
    Pass(
            Database database,
            Term term,
            RowTables rows,
            EntryTables entries,
            CarriedHours carried,
            Rules rules,
            Moment moment) {
        this.database = database;
        this.term = term;
        this.rows = rows;
        this.entries = entries;
        this.carried = carried;
        this.rules = rules;
        this.moment = moment;
        this.now = moment.now();
    }

    /// Learns what there is to do.
    ///
    /// @param from the oldest time that samples are kept of
    /// @param withLate whether the hours for which something came late are due too, or may wait
    void learn(long from, boolean withLate) throws DatabaseException {
        try (var session = term.begin(database)) {
            var tables = new FleetTables(session);
            fleet = tables.gpus();
            longest = BatchReader.longestQuiet(session, rules, now);
            booked = reopened(session, tables.booked());
            if (new MissingGpus(session, booked, new Span(from, now)).update(fleet)) {
                fleet = tables.gpus();
            }
            fillings(session);
            late = withLate ? tables.beginUnbooked() : List.of();
            session.commit();
        }
    }

    /// Hours that are settled although they cannot be over yet were settled by a clock that was ahead: they are opened
    /// again.
    private Map<Integer, Stretch> reopened(Session session, Map<Integer, Stretch> booked) throws DatabaseException {
        var most = Hour.of(moment.latest() - Rules.SETTLING.toMillis());
        if (!moment.isWitnessed() || until(booked).orElse(most) <= most) {
            return booked;
        }
        var until = Rules.settleable(moment.passed(), longest);
        LOG.log(
                Level.WARNING,
                "Hours until {0} were settled before they were over, by a clock that was ahead: those after {1} are"
                        + " open again",
                Instant.ofEpochMilli(until(booked).orElse(most)),
                Instant.ofEpochMilli(until));
        entries.reopened(session, until);
        return new FleetTables(session).booked();
    }

    private static OptionalLong until(Map<Integer, Stretch> booked) {
        return booked.values().stream().mapToLong(Stretch::until).max();
    }

    /// Marks hours to be booked again of GPUs whose past has come in, from the first to the last that is open: what has
    /// not been seen of them by now is settled as unobserved.
    private void fillings(Session session) throws DatabaseException {
        var tables = new FillingTables(session);
        if (moment.isWitnessed()) {
            tables.notAfter(moment.latest());
        }
        tables.note(missedLongAgo(), now);
        var filled = tables.take(calm());
        var clusters = Settling.byCluster(filled, fleet);
        var over = new ArrayList<Stretch>();
        for (var gpu : fleet) {
            var since = gpu.ordinal().isPresent() ? clusters.get(gpu.gpu().cluster()) : filled.get(gpu.id());
            var its = booked.get(gpu.id());
            if (since != null && its != null && since < its.until()) {
                over.add(new Stretch(gpu.id(), since, its.until()));
            }
        }
        entries.unsettled(session, entries.open(session, over));
    }

    /// The past of a GPU is still coming in where something of it came in after this instant. Where nothing did, all
    /// has come in that will.
    private long calm() {
        return now - Rules.SETTLING.toMillis();
    }

    /// Returns the slots of which it turns out only now that they were vacant in settled hours. A cluster that reports
    /// so much of the past may have more to report.
    private Map<UnitId, Long> missedLongAgo() {
        return fleet.stream()
                .filter(gpu -> gpu.ordinal().isPresent() && !booked.containsKey(gpu.id()))
                .filter(gpu -> gpu.firstSeen() < settled())
                .collect(Collectors.toMap(KnownGpu::gpu, KnownGpu::firstSeen));
    }

    List<KnownGpu> fleet() {
        return fleet;
    }

    /// Returns the longest quiet run that hours wait for.
    Duration longest() {
        return longest;
    }

    /// Returns until when hours will be settled. It is never before the time until when they are settled already.
    long settled() {
        return Math.max(
                Rules.settleable(moment.passed(), longest), settledBefore().orElse(Long.MIN_VALUE));
    }

    /// Returns until when hours are settled already; empty where none are.
    OptionalLong settledBefore() {
        return until(booked);
    }

    /// Says which hours this pass settles, before it reads any rows of them, and before it asks of which GPUs the past
    /// is coming in: rows that come in afterwards are then known to be late.
    void announce() throws DatabaseException {
        try (var session = term.begin(database)) {
            new FleetTables(session).settling(settled());
            filling = new FillingTables(session).since(calm());
            session.rollback();
        }
    }

    /// Books the hours that are due.
    ///
    /// @param from the oldest time that samples are kept of
    /// @param open from when on something may be new of open hours
    /// @param settled counts what was not settled before
    Outcome run(long from, long open, Settled settled) throws DatabaseException {
        var present = new ArrayList<BookedEntry>();
        var nodeGpus = new NodeGpus(fleet);
        var reader = new BatchReader(rows, rules, nodeGpus, now);
        var settling = Settling.of(settled(), filling, fleet);
        var kept = new Span(Hour.of(from), Hour.of(now) + Hour.MILLIS);
        carried.begin(open, settled());
        var items = carried.following(Agenda.of(nodeGpus, booked, late, kept, open), nodeGpus);
        expect(items);
        for (var batch : Batches.of(items, rows::rowsOfHour, longest)) {
            for (var gpu : book(batch, reader, settling, present)) {
                gpu.entries().forEach(settled::add);
            }
        }
        finish();
        return new Outcome(present, settled);
    }

    /// Finds out which pods are to be expected on the days that are due: before any hour of these is read, so that all
    /// GPUs are judged by the same.
    private void expect(List<Item> items) throws DatabaseException {
        try (var session = term.begin(database)) {
            var tables = new LensTables(session);
            var settled = settledBefore().orElse(Long.MIN_VALUE);
            var past = Settling.byCluster(filling, fleet);
            for (var window : Agenda.windows(items).entrySet()) {
                var cluster = window.getKey();
                var since = past.getOrDefault(cluster, Long.MAX_VALUE);
                for (var day : tables.update(cluster, window.getValue(), settled, since, now)) {
                    entries.unsettled(session, judgedAgain(cluster, day));
                }
            }
            session.commit();
        }
    }

    /// Returns the settled hours of a day of all GPUs of a cluster, but for those that this pass books anyway.
    private List<Stretch> judgedAgain(String cluster, Span day) {
        var due = new HashMap<Integer, Span>();
        late.forEach(one -> due.put(one.stretch().gpu(), Agenda.hours(one.stretch())));
        return fleet.stream()
                .filter(gpu -> gpu.gpu().cluster().equals(cluster))
                .flatMap(gpu -> Stream.ofNullable(booked.get(gpu.id())))
                .filter(its -> day.from() < its.until())
                .map(its -> new Stretch(its.gpu(), day.from(), Math.min(day.to(), its.until())))
                .filter(again -> !Optional.ofNullable(due.get(again.gpu()))
                        .map(hours -> hours.from() <= again.since() && again.until() <= hours.to())
                        .orElse(false))
                .toList();
    }

    private List<GpuHours> book(Item item, BatchReader reader, Settling settling, List<BookedEntry> present)
            throws DatabaseException {
        try (var session = term.begin(database)) {
            var booked = new ArrayList<GpuHours>();
            var sheets = new ArrayList<GpuSheet>();
            for (var sheet : BatchBooking.of(reader.read(session, item), rules, settling)) {
                booked.add(sheet.hours());
                sheets.add(sheet);
                present.addAll(sheet.present());
            }
            entries.replace(session, booked);
            session.commit();
            if (item.window().to() > now) {
                sheets.forEach(carried::booked);
            }
            return booked;
        }
    }

    /// Returns for how many GPUs something came late that is not booked yet.
    long waiting() throws DatabaseException {
        try (var session = database.session()) {
            var waiting = new FleetTables(session).waiting();
            session.rollback();
            return waiting;
        }
    }

    /// Says that the hours are settled. Until this point a pass may be repeated, and changes nothing by that.
    private void finish() throws DatabaseException {
        try (var session = term.begin(database)) {
            Sums.of(session, entries, term);
            var until = settled();
            var settled = new HashMap<Integer, Stretch>();
            for (var gpu : fleet) {
                var since = Math.min(Hour.of(gpu.firstSeen()), until);
                settled.put(gpu.id(), new Stretch(gpu.id(), since, until));
            }
            if (moment.isBorneOut()) {
                entries.settled(session, settled.values());
            }
            entries.caughtUp(session, late);
            session.commit();
        }
        entries.turn();
    }
}
