package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.scheduling.CountedPods.Means;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Tells by metrics how pods come to be placed, on a thread of its own: who was scheduled and who was
/// interrupted, who waits, what quotas leave and what stands free meanwhile, of which it keeps the past.
public final class Scheduling implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Scheduling.class.getName());
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    private final Database database;
    private final List<Look> looks;
    private final Duration interval;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Map<String, String> troubles = new HashMap<>();
    private final Thread thread = Lifelong.platform("scheduling", this::run);

    private Scheduling(
            Database database,
            Rules rules,
            Supplier<Instant> keptFrom,
            Duration interval,
            InstantSource clock,
            MeterRegistry registry) {
        this.database = database;
        this.interval = interval;
        var teams = rules.teams();
        var counting = new Means(database, teams, clock, registry, () -> stop.getCount() == 0);
        this.looks = List.of(
                CountedPods.scheduled(counting),
                CountedPods.interrupted(counting),
                new PendingGauges(database, teams, clock, registry),
                new QuotaGauges(database, clock, registry),
                new StrandedGauges(database, rules.maintenanceTaints(), clock, registry),
                new SlotGauges(database, rules.maintenanceTaints(), clock, registry),
                new FreeHours(database, teams, keptFrom, clock, () -> stop.getCount() == 0));
    }

    /// Begins to tell.
    ///
    /// @param keptFrom from when on what is gone is still kept
    /// @param interval how often the database is asked
    public static Scheduling start(
            Database database,
            Rules rules,
            Supplier<Instant> keptFrom,
            Duration interval,
            InstantSource clock,
            MeterRegistry registry) {
        var scheduling = new Scheduling(database, rules, keptFrom, interval, clock, registry);
        scheduling.thread.start();
        return scheduling;
    }

    private void run() {
        try {
            do {
                looks.forEach(this::lookOrSay);
            } while (!stop.await(interval.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing may leave the thread. The same trouble is said once.
    private void lookOrSay(Look look) {
        if (stop.getCount() == 0) {
            return;
        }
        try {
            database.migrate();
            look.look();
            troubles.remove(look.trouble());
        } catch (DatabaseException | SchemaException | RuntimeException e) {
            look.lose();
            var words = String.valueOf(e.getMessage());
            if (stop.getCount() > 0 && !words.equals(troubles.put(look.trouble(), words))) {
                LOG.log(Level.WARNING, "{0}, which is tried again: {1}", look.trouble(), words);
            }
        }
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
