package io.gpuledger.analyzer.store.database;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Looks after the days: makes the next ones, drops the old ones, and the oldest when the disk gets full.
public final class Upkeep implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Upkeep.class.getName());
    private static final Duration OFTEN = Duration.ofMinutes(1);
    private static final int OFTEN_PER_HOUR = 60;

    /// How full a disk is, as a part of it.
    @FunctionalInterface
    interface Disk {
        double used() throws IOException;

        static Disk of(Path folder) {
            return () -> {
                var store = Files.getFileStore(folder);
                return 1 - (double) store.getUsableSpace() / store.getTotalSpace();
            };
        }
    }

    private final Database database;
    private final Retention retention;
    private final RetentionSettings settings;
    private final Optional<Disk> disk;
    private final UpkeepMetrics metrics;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread = Thread.ofPlatform().name("upkeep").daemon().unstarted(this::run);
    private String lastFailure = "";

    Upkeep(
            Database database,
            Retention retention,
            RetentionSettings settings,
            Optional<Disk> disk,
            MeterRegistry registry) {
        this.database = database;
        this.retention = retention;
        this.settings = settings;
        this.disk = disk;
        this.metrics = new UpkeepMetrics(registry, disk.isPresent());
    }

    /// Begins to look after them, once a minute and more thoroughly once an hour.
    ///
    /// @param folder where the database keeps its data, if that is on this machine
    public static Upkeep start(
            Database database,
            Retention retention,
            RetentionSettings settings,
            Optional<Path> folder,
            MeterRegistry registry) {
        var upkeep = new Upkeep(database, retention, settings, folder.map(Disk::of), registry);
        upkeep.thread.start();
        return upkeep;
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
            if (thorough) {
                hourly();
            }
            makeRoom();
            lastFailure = "";
        } catch (SQLException | SchemaException | IOException | RuntimeException e) {
            var words = String.valueOf(e.getMessage());
            if (!words.equals(lastFailure)) {
                LOG.log(Level.WARNING, "Days were not looked after, which is tried again: {0}", words);
            }
            lastFailure = words;
        }
    }

    /// Makes today and tomorrow, drops what is too old, and measures what there is.
    void hourly() throws SQLException, SchemaException {
        var days = Days.of(database.migrate());
        try (var connection = database.connection()) {
            days.ensure(connection, List.of(retention.today(), retention.today().plusDays(1)));
            for (var day : days.present(connection)) {
                if (retention.isOver(day)) {
                    days.drop(connection, day);
                    metrics.dropped("age");
                    LOG.log(Level.INFO, "Samples of {0} are dropped, as they are old", day);
                }
            }
            for (var table : Days.FACTS) {
                metrics.size(table, days.size(connection, table));
            }
            connection.commit();
            dropEntries(connection);
        }
    }

    private void dropEntries(Connection connection) throws SQLException {
        var before = retention.today().atStartOfDay(ZoneOffset.UTC).toInstant().minus(settings.entries());
        var hours = OldEntries.drop(connection, before);
        if (hours > 0) {
            LOG.log(Level.INFO, "The books of {0} hours before {1} are dropped, as they are old", hours, before);
        }
    }

    /// Drops days for as long as the disk is too full, and it helps: never the day under way.
    void makeRoom() throws SQLException, SchemaException, IOException {
        if (disk.isEmpty()) {
            return;
        }
        if (used(disk.get()) <= settings.watermark()) {
            return;
        }
        var days = Days.of(database.migrate());
        try (var connection = database.connection()) {
            var isFull = true;
            while (isFull && dropOldest(connection, days)) {
                isFull = used(disk.get()) > settings.watermark();
            }
            connection.commit();
        }
    }

    private double used(Disk disk) throws IOException {
        var used = disk.used();
        metrics.diskUsed(used);
        return used;
    }

    private boolean dropOldest(Connection connection, Days days) throws SQLException {
        var oldest = days.present(connection).stream()
                .filter(day -> day.isBefore(retention.today()))
                .min(LocalDate::compareTo);
        if (oldest.isEmpty()) {
            LOG.log(Level.WARNING, "The disk is fuller than --disk-watermark, and there is no old day left to drop");
            return false;
        }
        retention.raise(oldest.get());
        days.drop(connection, oldest.get());
        metrics.dropped("disk");
        LOG.log(
                Level.WARNING,
                "Samples of {0} are dropped, as the disk is fuller than --disk-watermark: give it more room, or lower"
                        + " --retention-raw",
                oldest.get());
        return true;
    }

    @Override
    public void close() {
        stop.countDown();
    }
}
