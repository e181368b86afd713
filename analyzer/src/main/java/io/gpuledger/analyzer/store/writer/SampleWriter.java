package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.Backlog;
import io.gpuledger.analyzer.store.Portion;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.writer.DatabaseState.Down;
import io.gpuledger.analyzer.store.writer.DatabaseState.Unknown;
import io.gpuledger.analyzer.store.writer.DatabaseState.Up;
import io.gpuledger.analyzer.store.writer.WriterMetrics.Reason;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Brings the backlog into the database, portion by portion, on a thread of its own. Whatever happens to the database,
/// a portion is tried until it is written; a row that the database will never take is left out, and does not hold up
/// the others. What trickles in is gathered for a moment, as a transaction costs as much for a row as for a hundred.
public final class SampleWriter implements AutoCloseable {
    private static final Logger LOG = System.getLogger(SampleWriter.class.getName());
    private static final int ROWS = 20_000;
    private static final String NAME = "sample-writer";
    /// A portion that a database of little use has taken this long for is not said to be written soon.
    private static final Duration SILENCE_MAX = Duration.ofMinutes(10);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration FAREWELL = Duration.ofSeconds(20);

    private final Backlog backlog;
    private final Link link;
    private final WrittenListener listener;
    private final Admission admission;
    private final Pace pace;
    private final InstantSource clock;
    private final WriterMetrics metrics;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Heartbeat heartbeat = new Heartbeat(NAME, SILENCE_MAX);
    private final Thread thread;
    private volatile DatabaseState state = new Unknown();
    private String trouble = "";

    private SampleWriter(
            Backlog backlog,
            Database database,
            WrittenListener listener,
            Retention retention,
            Pace pace,
            InstantSource clock,
            MeterRegistry registry) {
        this.backlog = backlog;
        this.listener = listener;
        this.pace = pace;
        this.clock = clock;
        this.metrics = new WriterMetrics(registry);
        this.admission = new Admission(retention, metrics);
        this.link = new Link(database, metrics);
        this.thread = Lifelong.platform(NAME, this::run);
    }

    public static SampleWriter start(
            Backlog backlog,
            Database database,
            WrittenListener listener,
            Retention retention,
            Pace pace,
            InstantSource clock,
            MeterRegistry registry) {
        var writer = new SampleWriter(backlog, database, listener, retention, pace, clock, registry);
        writer.thread.start();
        return writer;
    }

    public Heartbeat heartbeat() {
        return heartbeat;
    }

    public DatabaseState state() {
        return state;
    }

    private void run() {
        try {
            while (stop.getCount() > 0) {
                heartbeat.beat();
                var portion = backlog.next(ROWS, PATIENCE);
                if (portion.isPresent() && isWritten(portion.get())) {
                    backlog.written(portion.get());
                    metrics.portions.increment();
                    gather(portion.get());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            link.close();
        }
    }

    /// Nothing more was there than what was taken: the next portion has time to grow.
    private void gather(Portion taken) throws InterruptedException {
        if (taken.size() < ROWS) {
            await(pace.gathering());
        }
    }

    /// Whether nothing is to be written any more.
    private boolean await(Duration pause) throws InterruptedException {
        return stop.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Tries until the portion is written, or until nothing is to be written any more.
    private boolean isWritten(Portion portion) throws InterruptedException {
        var rows = admission.rows(portion.rows());
        var statements = admission.statements(portion.statements());
        for (var failures = 1; ; failures++) {
            heartbeat.beat();
            try {
                writeTimed(rows, statements);
                listener.written(rows, statements);
                up();
                lag(rows);
                return true;
            } catch (DatabaseException e) {
                down(e);
            } catch (SchemaException e) {
                var why = String.valueOf(e.getMessage());
                down(why, why);
            }
            if (await(pace.backoff().after(failures))) {
                return false;
            }
        }
    }

    private void writeTimed(List<Row> rows, List<Statement> statements) throws DatabaseException, SchemaException {
        var begun = System.nanoTime();
        var refused = new Refusals();
        new Bisection<>(link::write, SampleWriter::name, refused).write(rows);
        new Bisection<>(link::tell, Statement::toString, refused).write(statements);
        refused.tell(rows.size() + statements.size());
        metrics.rejected(Reason.DATABASE, refused.count());
        metrics.statements.increment((double) statements.size());
        metrics.writing.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
    }

    private static String name(Row row) {
        return "a row of " + row.unit().id() + " at " + Instant.ofEpochMilli(row.millis());
    }

    private void up() {
        metrics.up.set(1);
        if (state instanceof Down down) {
            LOG.log(
                    Level.INFO,
                    "The database takes rows again, after {0}",
                    Duration.between(down.since(), clock.instant()));
        }
        trouble = "";
        state = new Up();
    }

    private void lag(List<Row> rows) {
        if (!rows.isEmpty()) {
            var instants = rows.stream().mapToLong(Row::millis).summaryStatistics();
            metrics.lag(clock.millis(), instants.getMin(), instants.getMax());
        }
    }

    private void down(DatabaseException thrown) {
        var failure = thrown.failure();
        metrics.retry(failure);
        down(failure.word(), "The database takes no rows, as " + failure.meaning() + ": " + thrown.words());
    }

    /// @param kind said once for as long as it lasts
    private void down(String kind, String because) {
        metrics.up.set(0);
        if (!kind.equals(trouble)) {
            LOG.log(Level.WARNING, "{0}. What comes in is kept, and written later.", because);
        }
        trouble = kind;
        state = new Down(state instanceof Down down ? down.since() : clock.instant(), because);
    }

    /// Ends after the portion under way. What is not written by then is still in the backlog.
    @Override
    public void close() {
        stop.countDown();
        try {
            if (!thread.join(FAREWELL)) {
                thread.interrupt();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
