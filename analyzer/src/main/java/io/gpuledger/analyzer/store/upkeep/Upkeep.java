package io.gpuledger.analyzer.store.upkeep;

import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.entries.OldEntries;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Days;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.postgres.TableSize;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Looks after the days: makes the next ones, drops the old ones, and the oldest when the disk gets full. What is gone
/// is gone, so it goes a day at a time, and never by the word of a clock alone.
public final class Upkeep implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Upkeep.class.getName());
    private static final Duration OFTEN = Duration.ofMinutes(1);
    private static final int OFTEN_PER_HOUR = 60;
    private static final Duration DOUBTED = Duration.ofMinutes(10);

    /// The tables of a fresh database are made within seconds, and a round seldom takes one.
    private static final Duration FAREWELL = Duration.ofSeconds(20);

    private final Database database;
    private final Retention retention;
    private final PastReaders readers;
    private final RetentionSettings settings;
    private final Optional<Disk> disk;
    private final Watermark watermark;
    private final UpkeepMetrics metrics;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread = Lifelong.platform("upkeep", this::run);
    private String lastFailure = "";
    private Optional<Watermark.Held> trouble = Optional.empty();
    private boolean wasDoubted;
    /// Whether a past was read since they were last removed, which a program before this one may have done.
    private boolean hasRepeatedValues = true;

    Upkeep(
            Database database,
            Retention retention,
            PastReaders readers,
            RetentionSettings settings,
            Optional<Disk> disk,
            MeterRegistry registry) {
        this.database = database;
        this.retention = retention;
        this.readers = readers;
        this.settings = settings;
        this.disk = disk;
        this.watermark = new Watermark(settings.watermark());
        this.metrics = new UpkeepMetrics(registry, disk.isPresent());
    }

    /// Begins to look after them, once a minute and more thoroughly once an hour.
    ///
    /// @param readers are heard each time before a day is dropped
    /// @param folder where the database keeps its data, if that is on this machine
    public static Upkeep start(
            Database database,
            Retention retention,
            PastReaders readers,
            RetentionSettings settings,
            Optional<Path> folder,
            MeterRegistry registry) {
        var upkeep = new Upkeep(database, retention, readers, settings, folder.map(Disk::of), registry);
        upkeep.thread.start();
        return upkeep;
    }

    /// Looks after them once, on this thread.
    public static void once(Database database, Retention retention, RetentionSettings settings, MeterRegistry registry)
            throws DatabaseException, SchemaException {
        var readers = new PastReaders(database, retention, "");
        new Upkeep(database, retention, readers, settings, Optional.empty(), registry).hourly();
    }

    private void run() {
        try {
            for (var rounds = 0; ; rounds++) {
                round(rounds % OFTEN_PER_HOUR == 0);
                if (stop.await(OFTEN.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing may leave the thread.
    private void round(boolean thorough) {
        try {
            lookAtClock();
            readers.look();
            if (thorough) {
                hourly();
            }
            makeRoom();
            lastFailure = "";
        } catch (DatabaseException | SchemaException | IOException | RuntimeException e) {
            if (stop.getCount() == 0) {
                return;
            }
            var words = String.valueOf(e.getMessage());
            if (!words.equals(lastFailure)) {
                LOG.log(Level.WARNING, "Days were not looked after, which is tried again: {0}", words);
            }
            lastFailure = words;
        }
    }

    /// Makes today and tomorrow, drops what is too old, and measures what there is. Of what is too old no more than a
    /// day goes at a time: whoever had the clock set wrong has time to see it.
    void hourly() throws DatabaseException, SchemaException {
        var days = Days.of(database.migrate());
        try (var session = database.session()) {
            days.ensure(session, List.of(retention.today(), retention.today().plusDays(1)));
            var over = days.present(session).stream().filter(retention::isOver).min(LocalDate::compareTo);
            if (over.isPresent()) {
                days.drop(session, over.get());
                metrics.dropped("age");
                LOG.log(Level.INFO, "Samples of {0} are dropped, as they are old", over.get());
            }
            for (var table : Days.TABLES) {
                metrics.size(table, days.size(session, table));
            }
            session.commit();
            OldAttributes.forget(session, retention.from().toEpochMilli());
            session.commit();
            Departures.mark(session, retention.from().toEpochMilli());
            session.commit();
            removeRepeatedValues(session);
            dropEntries(session);
        }
    }

    private void removeRepeatedValues(Session session) throws DatabaseException {
        if (retention.isFilling()) {
            hasRepeatedValues = true;
        } else if (hasRepeatedValues) {
            RepeatedValues.remove(session);
            session.commit();
            hasRepeatedValues = false;
        }
    }

    private void dropEntries(Session session) throws DatabaseException {
        var before = retention.keptFrom(settings.entries());
        if (OldEntries.drop(session, before) > 0) {
            LOG.log(Level.INFO, "The oldest books of before {0} are dropped, as they are old", before);
        }
        new UnusedRows(session, retention.keptFrom(retention.reach()), before).remove();
    }

    /// While the clock is not borne out, less goes than it says, and less is settled.
    private void lookAtClock() {
        var ahead = retention.doubt().orElse(Duration.ZERO);
        metrics.clockAhead(ahead);
        var isDoubted = ahead.compareTo(DOUBTED) > 0;
        if (isDoubted && !wasDoubted) {
            LOG.log(
                    Level.WARNING,
                    "The clock of this machine is {0} ahead of what targets and samples say: nothing is settled or"
                        + " deleted by it until they agree, or until it has stood for an hour where none says a time."
                        + " Set the clock right, or theirs",
                    ahead);
        }
        wasDoubted = isDoubted;
    }

    /// Drops a day when the disk is too full and that helps: never the day under way, and never another one before it
    /// is seen that the last one has made room.
    void makeRoom() throws DatabaseException, SchemaException, IOException {
        if (disk.isEmpty()) {
            return;
        }
        var room = disk.get().room();
        metrics.diskUsed(room.part());
        if (watermark.isLow(room)) {
            trouble = Optional.empty();
            return;
        }
        var days = Days.of(database.migrate());
        try (var session = database.session()) {
            var oldest =
                    days.present(session).stream().filter(retention::isPast).min(LocalDate::compareTo);
            var held = watermark.against(room, TableSize.ofDatabase(session), oldest.isPresent());
            held.ifPresent(this::keepAll);
            if (held.isEmpty() && oldest.isPresent()) {
                drop(session, days, oldest.get());
                watermark.dropped(room);
            }
            session.commit();
        }
    }

    private void keepAll(Watermark.Held why) {
        metrics.heldOn(why);
        if (!trouble.equals(Optional.of(why))) {
            LOG.log(Level.WARNING, "The disk is fuller than --disk-watermark, and no day is dropped: {0}", why.words());
        }
        trouble = Optional.of(why);
    }

    private void drop(Session session, Days days, LocalDate oldest) throws DatabaseException {
        retention.raise(oldest);
        days.drop(session, oldest);
        metrics.dropped("disk");
        trouble = Optional.empty();
        LOG.log(
                Level.WARNING,
                "Samples of {0} are dropped, as the disk is fuller than --disk-watermark: give it more room, or lower"
                        + " --retention-raw",
                oldest);
    }

    /// Ends after the round under way, so that the database is not taken from under it: it may be making the tables.
    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
