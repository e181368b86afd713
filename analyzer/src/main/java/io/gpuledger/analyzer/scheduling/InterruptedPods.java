package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.pods.UncountedInterruptions;
import io.gpuledger.analyzer.store.pods.UncountedInterruptions.Interrupted;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Counts pods that were preempted, evicted or lost with their node, from what the database was told of them.
final class InterruptedPods implements Look {
    private final Database database;
    private final UncountedInterruptions pods;
    private final InstantSource clock;
    private final MeterRegistry registry;
    private final BooleanSupplier ends;

    /// @param ends says whether to go on after a portion
    InterruptedPods(Database database, Teams teams, InstantSource clock, MeterRegistry registry, BooleanSupplier ends) {
        this.database = database;
        this.pods = new UncountedInterruptions(teams);
        this.clock = clock;
        this.registry = registry;
        this.ends = ends;
    }

    @Override
    public String trouble() {
        return "Pods that were preempted or evicted were not counted";
    }

    /// A pod that was counted stays counted, so that there is nothing to take back.
    @Override
    public void lose() {}

    @Override
    public void look() throws DatabaseException {
        try (var session = database.session()) {
            List<Interrupted> taken;
            do {
                taken = pods.take(session, clock.instant());
                taken.forEach(this::count);
            } while (!taken.isEmpty() && !ends.getAsBoolean());
        }
    }

    private void count(Interrupted pod) {
        Counter.builder("gpu.preemptions")
                .description(
                        "Pods with GPUs that were preempted, evicted or lost with their node, each counted once, by"
                                + " the word of who did it.")
                .tag("cluster", pod.cluster())
                .tag("team", pod.team())
                .tag("reason", pod.reason())
                .register(registry)
                .increment();
    }
}
