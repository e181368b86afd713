package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.pods.UncountedPods;
import io.gpuledger.analyzer.store.pods.UncountedPods.Scheduled;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Counts pods that were scheduled, from what the database was told of them: a pod that was scheduled while nobody
/// looked is counted when that is told.
final class ScheduledPods implements Look {
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
    private final InstantSource clock;
    private final MeterRegistry registry;
    private final BooleanSupplier ends;

    /// @param ends says whether to go on after a portion
    ScheduledPods(Database database, Teams teams, InstantSource clock, MeterRegistry registry, BooleanSupplier ends) {
        this.database = database;
        this.pods = new UncountedPods(teams);
        this.clock = clock;
        this.registry = registry;
        this.ends = ends;
    }

    @Override
    public String trouble() {
        return "Pods that were scheduled were not counted";
    }

    /// A pod that was counted stays counted, so that there is nothing to take back.
    @Override
    public void lose() {}

    /// Counts all that nobody has counted yet.
    @Override
    public void look() throws DatabaseException {
        try (var session = database.session()) {
            List<Scheduled> taken;
            do {
                taken = pods.take(session, clock.instant());
                taken.forEach(this::count);
            } while (!taken.isEmpty() && !ends.getAsBoolean());
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
}
