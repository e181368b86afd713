package io.gpuledger.analyzer;

import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.prometheus.ReadSettings;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.RetentionSettings;
import io.gpuledger.analyzer.store.embedded.CannotStartPostgresException;
import io.gpuledger.analyzer.store.embedded.EmbeddedPostgres;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.preference.Preference;
import io.gpuledger.analyzer.store.spool.CannotOpenSpoolException;
import io.gpuledger.analyzer.store.spool.Spool;
import io.gpuledger.analyzer.store.spool.SpoolSettings;
import io.gpuledger.analyzer.store.upkeep.PastReaders;
import io.gpuledger.analyzer.store.upkeep.Upkeep;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.service.CannotStartException;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.settings.Settings;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The wing that stores: the spool, the database behind it, and the upkeep that drops old days.
final class Storage {
    private static final System.Logger LOG = System.getLogger(Storage.class.getName());

    /// A start waits this long for the database to say whether its tables are good.
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /// The past that is read begins and ends at some time of a day, so samples are kept for a day more.
    private static final Duration DAY = Duration.ofDays(1);

    /// So much may wait for the database before the past has to wait, too.
    private static final long PENDING_MAX = 256 << 20;

    private final Spool spool;
    private final Intake intake;
    private final Database database;
    private final Retention retention;
    private final long pendingMax;

    /// Opens the storage, whose parts end with the others. Throws [CannotStartException] where something is wrong that
    /// waiting does not mend.
    Storage(Parts parts, Settings settings, Path folder, Timekeeper clock, MeterRegistry registry) {
        try {
            var spooling = SpoolSettings.from(settings);
            pendingMax = Math.min(PENDING_MAX, spooling.bytesMax() / 4);
            spool = parts.add(Spool.open(folder.resolve("spool"), spooling, clock, registry));
            var named = DatabaseSettings.from(settings);
            var postgres = named.isPresent()
                    ? Optional.<EmbeddedPostgres>empty()
                    : Optional.of(embedded(parts, folder.resolve("postgres"), registry));
            database = parts.add(
                    new Database(named.or(() -> postgres.map(Storage::settings)).orElseThrow(), registry));
            makeTables(database);
            var keeping = RetentionSettings.from(settings);
            retention = new Retention(keeping.raw(), clock);
            var reading = ReadSettings.from(settings);
            reading.ifPresent(some -> retention.keepLonger(some.past().plus(DAY)));
            var readers = new PastReaders(
                    database, retention, reading.map(ReadSettings::source).orElse(""));
            parts.add(Upkeep.start(database, retention, readers, keeping, postgres.map(_ -> folder), registry));
            intake = new Preference(spool, clock, registry);
        } catch (CannotOpenSpoolException | CannotStartPostgresException | SchemaException e) {
            throw new CannotStartException(e);
        }
    }

    private static EmbeddedPostgres embedded(Parts parts, Path folder, MeterRegistry registry) {
        var postgres = parts.add(EmbeddedPostgres.start(folder));
        FunctionCounter.builder("gpu.analyzer.postgres.restarts", postgres, EmbeddedPostgres::restarts)
                .description("How often the embedded PostgreSQL ended by itself, and was started again.")
                .register(registry);
        return postgres;
    }

    private static DatabaseSettings settings(EmbeddedPostgres postgres) {
        return DatabaseSettings.embedded(postgres.url(), postgres.user(), postgres.password());
    }

    /// Makes the tables. A database that is away or hangs now gets its tables later: until then what comes in is
    /// spooled.
    private static void makeTables(Database database) throws SchemaException {
        var tables = new FutureTask<>(() -> {
            database.migrate();
            return true;
        });
        Thread.ofVirtual().name("tables").start(tables);
        try {
            tables.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            later(database, "it has not answered for " + PATIENCE.toSeconds() + " s");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SchemaException schema) {
                throw schema;
            }
            later(database, String.valueOf(e.getCause()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static void later(Database database, String why) {
        LOG.log(
                WARNING,
                () -> "the database at %s is not to be had yet, and what comes in is kept until it is: %s"
                        .formatted(database.place(), why));
    }

    /// Whether what was taken in waits to be written, so much that more of the past would only make it worse.
    boolean isBehind() {
        return spool.bytesPending() > pendingMax;
    }

    Spool spool() {
        return spool;
    }

    Retention retention() {
        return retention;
    }

    Database database() {
        return database;
    }

    /// The heartbeat is that of the thread that writes what is taken in safely to the disk.
    Heartbeat heartbeat() {
        return spool.heartbeat();
    }

    Intake intake() {
        return intake;
    }
}
