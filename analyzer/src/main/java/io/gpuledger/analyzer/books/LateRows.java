package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.ledger.Reach;
import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.entries.EntryTables.Stretch;
import io.gpuledger.analyzer.store.entries.FillingTables;
import io.gpuledger.analyzer.store.entries.FleetTables;
import io.gpuledger.analyzer.store.objects.ClusterChanges;
import io.gpuledger.analyzer.store.pods.WaitingHours;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.GpuChanges;
import io.gpuledger.analyzer.store.writer.WrittenListener;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/// Notes what comes late for hours that were settled already, so that they are booked again. Late is also what is told
/// of the time soon after them, as far as it decides about their end: whether a quiet run goes on, and what stands
/// between the last reading before and the first one after.
///
/// Two orders make this safe. Rows are noted here after they are in the database and before they leave the spool, and
/// an analyzer that settles hours says so here before it reads rows: so each row is either seen by that reading or
/// noted as late. That the past of a GPU is coming in is noted before its rows are checked for lateness, and is read
/// after it was said which hours are settled: so hours that are settled without knowing that they are still being
/// filled are marked as late.
///
/// The threads that note rows and the one that keeps the books share the map of what is settled, and these promises
/// rest on the order in which they read and write it.
final class LateRows implements WrittenListener {
    /// A late row may close a gap before or after it, and make quiet runs by that: the hours this far around it are
    /// booked again.
    private static final long REACH = Duration.ofHours(8).toMillis();
    /// Late rows seldom come alone, so that hours are booked again only after a pause without any.
    private static final Duration CALM = Duration.ofSeconds(10);

    private static final Duration CALM_MAX = Duration.ofMinutes(2);
    /// Whoever reads a past here pauses for what was read to be booked, but may not know of another who does not.
    private static final Duration CALM_MAX_FILLING = Duration.ofHours(1);
    /// While a past comes in without a pause, the hours of it that were booked come late again. So what came is waited
    /// for this many times as long as it took to book it the last time.
    private static final int WAIT_TIMES = 4;

    private final Database database;
    private final Keeper keeper;
    private final Rules rules;
    private final Timekeeper clock;
    private final BooksMetrics metrics;
    /// Is told from when on something is another than it was known to be.
    private final LongConsumer changed;

    /// The stretches are keyed by GPU: the hours of each are settled until then, or are about to be.
    private final Map<UnitId, Stretch> settled = new ConcurrentHashMap<>();

    private final Silences silences;
    /// The last settled hour of all GPUs ends at this instant.
    private volatile long until = Long.MIN_VALUE;
    /// Readings of before this instant may still change the last settled hour, such as by a quiet run that goes on.
    private volatile long soon = Long.MIN_VALUE;
    private volatile Instant lateSince = Instant.EPOCH;
    private volatile Instant lateAt = Instant.EPOCH;
    private volatile Duration tookLast = Duration.ZERO;
    private volatile boolean isLearnt;

    LateRows(
            Database database,
            Keeper keeper,
            Rules rules,
            Timekeeper clock,
            BooksMetrics metrics,
            LongConsumer changed) {
        this.database = database;
        this.keeper = keeper;
        this.rules = rules;
        this.clock = clock;
        this.metrics = metrics;
        this.changed = changed;
        this.silences = new Silences(database);
    }

    /// When this returns, the hours for which any of it came late are marked to be booked again, and it is noted of
    /// which GPUs it is the past that is coming in.
    @Override
    public void written(List<Row> rows, List<Statement> statements) throws DatabaseException {
        ensureLearnt();
        noteFilling(rows);
        if (!keeper.isHereStill(database)) {
            follow(rows);
        }
        var late = late(rows);
        if (!late.isEmpty()) {
            try (var session = database.session()) {
                mark(session, late);
            }
        }
        if (!statements.isEmpty() || !late.isEmpty()) {
            markChanges();
        }
    }

    /// Notes rows of hours that are long over: they are a part of the past, and more of it may come.
    private void noteFilling(List<Row> rows) throws DatabaseException {
        var now = clock.millis();
        var old = new HashMap<UnitId, Long>();
        rows.stream()
                .filter(row -> row.millis() < now - Rules.SETTLING.toMillis())
                .forEach(row -> old.merge(row.unit().id().device(), row.millis(), Math::min));
        if (!old.isEmpty()) {
            try (var session = database.session()) {
                new FillingTables(session).note(old, now);
                session.commit();
            }
        }
    }

    /// Returns the settled hours that these rows may change.
    private Map<Integer, Stretch> late(List<Row> rows) throws DatabaseException {
        var late = new HashMap<Integer, Stretch>();
        silences.ended(rows, settled, soon)
                .forEach(silence -> add(late, silence.gpu(), silence.since() - REACH, silence.until()));
        for (var row : rows) {
            var known = settled.get(row.unit().id().device());
            if (known != null && row.millis() < soon) {
                add(late, known.gpu(), row.millis() - REACH, row.millis() + REACH);
            }
        }
        return late;
    }

    /// Marks the settled hours in which clusters or GPUs turned out to be other than they were known to be.
    void markChanges() throws DatabaseException {
        try (var session = database.session()) {
            var clusters = ClusterChanges.take(session);
            WaitingHours.doubt(session, clusters);
            var gpus = GpuChanges.take(session);
            clusters.values().forEach(changed::accept);
            gpus.values().forEach(change -> changed.accept(change.from()));
            var late = new HashMap<Integer, Stretch>();
            if (!clusters.isEmpty() || !gpus.isEmpty()) {
                settled.forEach((gpu, known) -> {
                    var since = clusters.getOrDefault(gpu.cluster(), Long.MAX_VALUE);
                    if (since < known.until()) {
                        add(late, known.gpu(), since - Hour.MILLIS, known.until());
                    }
                    var change = gpus.get(known.gpu());
                    if (change != null && change.from() < known.until()) {
                        var from = Math.max(change.from(), known.since());
                        add(late, known.gpu(), from - REACH, Math.min(change.to(), known.until()) + REACH);
                    }
                });
            }
            mark(session, late);
        }
    }

    private static void add(Map<Integer, Stretch> late, int gpu, long since, long until) {
        late.merge(
                gpu,
                new Stretch(gpu, since, until),
                (one, other) ->
                        new Stretch(gpu, Math.min(one.since(), other.since()), Math.max(one.until(), other.until())));
    }

    private void mark(Session session, Map<Integer, Stretch> late) throws DatabaseException {
        new EntryTables().unsettled(session, late.values());
        session.commit();
        if (late.isEmpty()) {
            return;
        }
        lateAt = clock.instant();
        if (lateSince.equals(Instant.EPOCH)) {
            lateSince = lateAt;
        }
        metrics.late(late.size());
    }

    /// Whether nothing came late in the last seconds, or things have come late for so long that waiting does not help.
    /// A time in the future was noted by a clock that was ahead, and means nothing.
    ///
    /// @param isFilling whether a past is being read
    boolean isCalm(Instant now, boolean isFilling) {
        var longest = calmMax(tookLast, isFilling);
        return now.isBefore(lateAt) || now.isAfter(lateAt.plus(CALM)) || now.isAfter(lateSince.plus(longest));
    }

    /// Returns how long what comes late without a pause is waited for.
    ///
    /// @param tookLast how long it took to book what had come late the last time
    /// @param isFilling whether a past is being read
    static Duration calmMax(Duration tookLast, boolean isFilling) {
        var least = isFilling ? CALM_MAX_FILLING : CALM_MAX;
        var wait = tookLast.multipliedBy(WAIT_TIMES);
        return wait.compareTo(least) > 0 ? wait : least;
    }

    /// Notes that what came late so far is being booked.
    void bookLate() {
        lateSince = Instant.EPOCH;
    }

    /// Notes how long it took to book what had come late.
    void lateBooked(Duration took) {
        tookLast = took;
    }

    /// Learns once, after a start, which hours the database has as settled.
    void ensureLearnt() throws DatabaseException {
        if (isLearnt) {
            return;
        }
        try (var session = database.session()) {
            var tables = new FleetTables(session);
            var booked = tables.booked();
            var last = booked.values().stream().mapToLong(Stretch::until).max();
            if (last.isPresent()) {
                expect(last.getAsLong(), BatchReader.longestQuiet(session, rules, clock.millis()));
            }
            for (var gpu : tables.gpus()) {
                Optional.ofNullable(booked.get(gpu.id())).ifPresent(span -> settled.putIfAbsent(gpu.gpu(), span));
            }
            session.rollback();
        }
        isLearnt = true;
    }

    /// Follows which hours another analyzer, which keeps the books, settles. It is asked for after the rows are in the
    /// database: so each row is either read by that analyzer or known here to be late.
    private void follow(List<Row> rows) throws DatabaseException {
        try (var session = database.session()) {
            var tables = new FleetTables(session);
            var until = tables.settlingUntil();
            if (until.isPresent() && !isKnown(rows, until.getAsLong())) {
                settle(tables.gpus(), until.getAsLong(), BatchReader.longestQuiet(session, rules, clock.millis()));
            }
            session.rollback();
        }
    }

    private boolean isKnown(List<Row> rows, long until) {
        return settled.values().stream().noneMatch(known -> known.until() < until)
                && rows.stream()
                        .allMatch(row -> settled.containsKey(row.unit().id().device()));
    }

    /// Remembers until when each GPU of the fleet is settled, and forgets the GPUs that have left it.
    ///
    /// @param longest the longest quiet run that the hours waited for
    void settle(List<KnownGpu> fleet, long until, Duration longest) {
        expect(until, longest);
        fleet.forEach(gpu -> settled.put(gpu.gpu(), new Stretch(gpu.id(), gpu.firstSeen(), until)));
        settled.keySet().retainAll(fleet.stream().map(KnownGpu::gpu).collect(Collectors.toSet()));
        silences.forget(settled.keySet());
    }

    /// Hours that are settled do not wait for a quiet run of which nothing was known when they were.
    private void expect(long until, Duration longest) {
        if (until != this.until) {
            this.until = until;
            this.soon = until + Reach.after(longest).toMillis();
        }
    }
}
