package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.store.entries.EntryTables;
import io.gpuledger.analyzer.store.entries.FleetTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.samples.RowTables;
import io.gpuledger.analyzer.store.writer.WrittenListener;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Keeps the books, on a thread of its own: it books what is due, again and again.
public final class Books implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Books.class.getName());
    /// An analyzer that stands by asks this often whether the one that keeps the books is gone.
    private static final Duration STAND_BY = Duration.ofSeconds(2);

    private static final Duration FAREWELL = Duration.ofSeconds(20);
    /// Passes take at most one in this many parts of the time, but for long ones: the rest after each is long enough.
    private static final int BUSY_PART = 4;
    /// No rest is longer for that: after a pass over weeks that came late there is little left to book, and what is
    /// told of the present grows old meanwhile.
    private static final Duration REST_MAX = Duration.ofMinutes(2);

    private static final Duration FILLING = Duration.ofSeconds(10);

    private static final String NAME = "books";
    /// A pass over weeks that came late takes minutes: only a longer silence of the thread means that it hangs.
    private static final Duration SILENCE_MAX = Duration.ofHours(1);

    private final Database database;
    private final BooksSettings settings;
    private final Rules rules;
    private final Horizon horizon;
    private final Timekeeper clock;
    private final BooksMetrics metrics;
    private final Keeper keeper;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Heartbeat heartbeat;
    private final Thread thread = Lifelong.platform(NAME, this::run);

    private final LateRows late;
    private final OpenHours open = new OpenHours();
    private volatile Present present = new Present(Instant.EPOCH, List.of());
    private RowTables rows = new RowTables();
    private EntryTables entries = new EntryTables();
    private final CarriedHours carried = new CarriedHours();
    private String trouble = "";

    Books(
            Database database,
            Keeper keeper,
            BooksSettings settings,
            Horizon horizon,
            Timekeeper clock,
            MeterRegistry registry) {
        this.database = database;
        this.horizon = horizon;
        this.keeper = keeper;
        this.settings = settings;
        this.rules = settings.rules();
        this.heartbeat = new Heartbeat(NAME, settings.interval().plus(SILENCE_MAX));
        this.clock = clock;
        this.metrics = new BooksMetrics(registry, keeper, clock);
        this.late = new LateRows(database, keeper, rules, clock, metrics, open::changed);
    }

    /// Begins to keep the books, on a thread of their own.
    public static Books start(
            Database database, BooksSettings settings, Horizon horizon, Timekeeper clock, MeterRegistry registry) {
        var books = new Books(database, Keeper.by(database.keepersLock()), settings, horizon, clock, registry);
        books.thread.start();
        return books;
    }

    /// Whether another analyzer is known to keep the books. This one waits until that one is gone.
    public boolean areKeptElsewhere() {
        return keeper.isElsewhere();
    }

    /// Whether this analyzer is known to keep the books, and is the one to tell others of what is in the database.
    public boolean areKeptHere() {
        return keeper.isHere();
    }

    /// Whether nothing waits to be booked that came late, here or by another analyzer that keeps the books, as far as
    /// this one knows. While it does not know who keeps them, something may wait.
    public boolean isUpToDate() {
        return (areKeptHere() || areKeptElsewhere()) && metrics.isUpToDate();
    }

    public Heartbeat heartbeat() {
        return heartbeat;
    }

    /// The listener has to be told of all rows and statements that have been written.
    public WrittenListener written() {
        return (rows, statements) -> {
            open.written(rows, statements);
            late.written(rows, statements);
        };
    }

    /// Returns what each unit is now.
    public Present present() {
        return present;
    }

    private boolean isPresentKnown() {
        return !present.at().equals(Instant.EPOCH);
    }

    private void run() {
        try {
            do {
                heartbeat.beat();
                var wait = passOrSay();
                if (stop.await(Math.max(wait.toMillis(), 100), TimeUnit.MILLISECONDS)) {
                    return;
                }
            } while (stop.getCount() > 0);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs a pass, and returns how long to wait before the next one. No exception may leave this method, as it would
    /// end the thread. A pass that fails because the program stops is no trouble that anybody has to hear of.
    private Duration passOrSay() {
        var begun = System.nanoTime();
        try {
            if (!keeper.ask()) {
                standBy();
                return STAND_BY;
            }
            pass();
            trouble = "";
        } catch (DatabaseException | SchemaException | RuntimeException e) {
            if (stop.getCount() == 0) {
                return Duration.ZERO;
            }
            metrics.failed();
            open.forget();
            // Another database may be there the next time, so that nothing that was remembered of this one is kept.
            rows = new RowTables();
            entries = new EntryTables();
            var words = String.valueOf(e.getMessage());
            if (!words.equals(trouble)) {
                LOG.log(Level.WARNING, "The books were not kept, which is tried again: " + words, e);
            }
            trouble = words;
        }
        return pause(Duration.ofNanos(System.nanoTime() - begun));
    }

    /// Looks what waits for the analyzer that keeps the books, as some of it was told here.
    private void standBy() throws DatabaseException, SchemaException {
        present = new Present(Instant.EPOCH, List.of());
        metrics.standBy();
        open.forget();
        database.migrate();
        learnTime();
        var marks = metrics.marks();
        try (var session = database.session()) {
            metrics.waiting(new FleetTables(session).waiting(), marks);
            session.rollback();
        }
    }

    /// The clock of this machine is believed as far as samples bear it out, and those may have been told to another
    /// analyzer only.
    private void learnTime() throws DatabaseException {
        try (var session = database.session()) {
            new FleetTables(session).toldLast().ifPresent(clock::told);
            session.rollback();
        }
    }

    private Duration pause(Duration took) {
        return pause(took, settings.interval(), horizon.isFilling());
    }

    /// Returns how long to rest after a pass that took so long, so that the database has time for others. While a past
    /// is read, somebody waits for the first report of it.
    static Duration pause(Duration took, Duration interval, boolean isFilling) {
        if (isFilling) {
            return shorter(FILLING, interval);
        }
        var rest = shorter(took.multipliedBy(BUSY_PART - 1), REST_MAX);
        var wait = interval.minus(took);
        return wait.compareTo(rest) > 0 ? wait : rest;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /// Books the hours that are due, once.
    void pass() throws DatabaseException, SchemaException {
        database.migrate();
        learnTime();
        late.ensureLearnt();
        late.markChanges();
        var begun = System.nanoTime();
        var now = clock.believed();
        // After a start everybody waits for the present, which hours that came late would hold up for minutes.
        var withLate = isPresentKnown() && late.isCalm(clock.instant(), horizon.isFilling());
        if (withLate) {
            late.bookLate();
        }
        var pass = new Pass(database, keeper.term(), rows, entries, carried, rules, Moment.of(clock, now));
        var from = now.minus(horizon.reach()).toEpochMilli();
        pass.learn(from, withLate);
        late.settle(pass.fleet(), pass.settled(), pass.longest());
        pass.announce();
        var settledBefore = pass.settledBefore();
        var settling = metrics.settling(pass.settled(), settledBefore);
        var due = open.begin(now.toEpochMilli(), settledBefore.orElse(Long.MIN_VALUE), pass.settled());
        var outcome = pass.run(from, due, settling);
        present = new Present(now, outcome.present());
        var took = System.nanoTime() - begun;
        if (withLate) {
            late.lateBooked(Duration.ofNanos(took));
        }
        metrics.passed(outcome, now, took);
        var marks = metrics.marks();
        metrics.waiting(pass.waiting(), marks);
    }

    /// A pass that is under way is given up: a pass that did not come to its end changes nothing.
    @Override
    public void close() {
        stop.countDown();
        thread.interrupt();
        try {
            thread.join(FAREWELL.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        keeper.close();
    }
}
