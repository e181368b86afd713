package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.BatchBooking;
import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.GpuHours;
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
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
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
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Books all that is due, once: reads what was told, a batch of GPUs at a time, and puts what stands in the accounts in
/// the place of what stood there. What is booked follows from what is stored and from the clock, and from nothing else:
/// a pass that does not come to its end is as if it had not been.
final class Pass {
    /// What came of it. The entries themselves are in the database, and nowhere else.
    record Outcome(List<BookedEntry> present, Settled settled) {}

    private static final Logger LOG = System.getLogger(Pass.class.getName());

    private final Database database;
    private final RowTables rows;
    private final EntryTables entries;
    private final Rules rules;
    private final Moment moment;
    private final long now;

    private List<KnownGpu> fleet = List.of();
    private Map<Integer, Stretch> booked = Map.of();
    private List<Late> late = List.of();
    private Map<Integer, Long> filling = Map.of();
    private Duration longest = Duration.ZERO;

    Pass(Database database, RowTables rows, EntryTables entries, Rules rules, Moment moment) {
        this.database = database;
        this.rows = rows;
        this.entries = entries;
        this.rules = rules;
        this.moment = moment;
        this.now = moment.now();
    }

    /// Learns what there is to do.
    ///
    /// @param from the oldest that samples are kept of
    /// @param withLate whether what came late is due, or may wait
    void learn(long from, boolean withLate) throws DatabaseException {
        try (var session = database.session()) {
            var tables = new FleetTables(session);
            fleet = tables.gpus();
            longest = rules.longestSaid(
                    new ClusterTables(session).podAnnotations(Rules.IDLE_AFTER, now - BatchReader.CLUSTER_REACH));
            booked = reopened(session, tables.booked());
            if (new MissingGpus(session, booked, new Span(from, now)).update(fleet)) {
                fleet = tables.gpus();
            }
            fillings(session);
            late = withLate ? tables.unbooked() : List.of();
            session.commit();
        }
    }

    /// Hours that cannot have been settled yet were by a clock that was ahead: they are open again.
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

    /// What was not seen of GPUs whose past is filled is settled now, and so booked again.
    private void fillings(Session session) throws DatabaseException {
        var tables = new FillingTables(session);
        if (moment.isWitnessed()) {
            tables.notAfter(moment.latest());
        }
        tables.note(missedLongAgo(), now);
        var filled = tables.take(calm());
        var clusters = Settling.byCluster(filled, fleet);
        var again = new ArrayList<Stretch>();
        for (var gpu : fleet) {
            var since = gpu.ordinal().isPresent() ? clusters.get(gpu.gpu().cluster()) : filled.get(gpu.id());
            var its = booked.get(gpu.id());
            if (since != null && its != null && since < its.until()) {
                again.add(new Stretch(gpu.id(), since, its.until()));
            }
        }
        entries.unsettled(session, again);
    }

    /// Of whom nothing came in since then, that is all there is to come.
    private long calm() {
        return now - Rules.SETTLING.toMillis();
    }

    /// Those of which it turns out only now that they were missed: who tells so much of the past may have more to tell.
    private Map<UnitId, Long> missedLongAgo() {
        return fleet.stream()
                .filter(gpu -> gpu.ordinal().isPresent() && !booked.containsKey(gpu.id()))
                .filter(gpu -> gpu.firstSeen() < settled())
                .collect(Collectors.toMap(KnownGpu::gpu, KnownGpu::firstSeen));
    }

    List<KnownGpu> fleet() {
        return fleet;
    }

    /// Until when hours will be settled: never less than they are.
    long settled() {
        return Math.max(
                Rules.settleable(moment.passed(), longest), settledBefore().orElse(Long.MIN_VALUE));
    }

    /// Until when they are by now; nothing where none is.
    OptionalLong settledBefore() {
        return until(booked);
    }

    /// Says which hours it settles, before it reads any of them, and before it asks whose past is coming in: what comes
    /// in later is known to be late.
    void announce() throws DatabaseException {
        try (var session = database.session()) {
            new FleetTables(session).settling(settled());
            filling = new FillingTables(session).since(calm());
            session.rollback();
        }
    }

    /// @param settled what of it was not settled before
    Outcome run(long from, Settled settled) throws DatabaseException {
        var present = new ArrayList<BookedEntry>();
        var nodeGpus = new NodeGpus(fleet);
        var reader = new BatchReader(rows, rules, nodeGpus, now);
        var settling = Settling.of(settled(), filling, fleet);
        var to = Hour.of(now) + Hour.MILLIS;
        for (var item : Agenda.of(nodeGpus, booked, late, Hour.of(from), to)) {
            for (var gpu : book(item, reader, settling, present)) {
                gpu.entries().forEach(settled::add);
            }
        }
        finish();
        return new Outcome(present, settled);
    }

    private List<GpuHours> book(Item item, BatchReader reader, Settling settling, List<BookedEntry> present)
            throws DatabaseException {
        try (var session = database.session()) {
            var booked = new ArrayList<GpuHours>();
            for (var sheet : BatchBooking.of(reader.read(session, item), rules, settling)) {
                booked.add(sheet.hours());
                present.addAll(sheet.present());
            }
            entries.replace(session, booked);
            session.commit();
            return booked;
        }
    }

    /// Of how many GPUs something was told of settled hours that is not booked yet.
    long waiting() throws DatabaseException {
        try (var session = database.session()) {
            var waiting = new FleetTables(session).waiting();
            session.rollback();
            return waiting;
        }
    }

    /// Until here a pass may be repeated, and changes nothing by that.
    private void finish() throws DatabaseException {
        try (var session = database.session()) {
            Sums.of(session, entries);
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
