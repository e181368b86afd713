package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.pods.UncountedPods;
import io.gpuledger.analyzer.store.pods.UncountedPods.Scheduled;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Counts pods that were scheduled, on a thread of its own: from what the database was told of them, so that a pod that
/// was scheduled while nobody looked is counted when that is told.
public final class Scheduling implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Scheduling.class.getName());
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    /// From what a scheduler takes when there is room to what makes people give up.
    private static final Duration[] BUCKETS = {
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(15),
        Duration.ofHours(1),
        Duration.ofHours(4),
        Duration.ofHours(12),
        Duration.ofDays(1),
        Duration.ofDays(3)
    };

    private final Database database;
    private final UncountedPods pods;
    private final Duration interval;
    private final InstantSource clock;
    private final MeterRegistry registry;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread = Lifelong.platform("scheduling", this::run);
    private String trouble = "";

    Scheduling(Database database, Teams teams, Duration interval, InstantSource clock, MeterRegistry registry) {
        this.database = database;
        this.pods = new UncountedPods(teams);
        this.interval = interval;
        this.clock = clock;
        this.registry = registry;
    }

    /// Begins to count.
    ///
    /// @param interval how often
    public static Scheduling start(
            Database database, Teams teams, Duration interval, InstantSource clock, MeterRegistry registry) {
        var scheduling = new Scheduling(database, teams, interval, clock, registry);
        scheduling.thread.start();
        return scheduling;
    }

    private void run() {
        try {
            do {
                countOrSay();
            } while (!stop.await(interval.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing may leave the thread.
    private void countOrSay() {
        try {
            count();
            trouble = "";
        } catch (DatabaseException | SchemaException | RuntimeException e) {
            var words = String.valueOf(e.getMessage());
            if (stop.getCount() > 0 && !words.equals(trouble)) {
                LOG.log(Level.WARNING, "Pods that were scheduled were not counted, which is tried again: {0}", words);
            }
            trouble = words;
        }
    }

    /// Counts all that nobody has counted yet.
    void count() throws DatabaseException, SchemaException {
        database.migrate();
        try (var session = database.session()) {
            List<Scheduled> taken;
            do {
                taken = pods.take(session, clock.instant());
                taken.forEach(this::count);
            } while (!taken.isEmpty() && stop.getCount() > 0);
        }
    }

    private void count(Scheduled pod) {
        Timer.builder("gpu.scheduling")
                .description("How long pods that ask for GPUs waited for a node, since they were made or their last"
                        + " scheduling gate was opened. Each is counted once it is scheduled.")
                .tag("cluster", pod.cluster())
                .tag("team", pod.team())
                .serviceLevelObjectives(BUCKETS)
                .register(registry)
                .record(pod.millis(), TimeUnit.MILLISECONDS);
    }

    /// Ends after the portion under way.
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
