package io.gpuledger.analyzer.scheduling;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.pods.UncountedPods;
import io.gpuledger.analyzer.store.pods.UncountedPods.Interrupted;
import io.gpuledger.analyzer.store.pods.UncountedPods.Scheduled;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Counts pods to which something happened, from what the database was told of them: what happened while nobody looked
/// is counted when it is told.
final class CountedPods<T> implements Look {
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

    /// Pods are read from the database, and counted in the registry.
    ///
    /// @param teams by which the books find out who pays
    /// @param ends says whether to stop after a portion
    record Means(Database database, Teams teams, InstantSource clock, MeterRegistry registry, BooleanSupplier ends) {}

    private final Means means;
    private final UncountedPods<T> pods;
    private final Consumer<T> count;
    private final String trouble;

    private CountedPods(Means means, UncountedPods<T> pods, Consumer<T> count, String trouble) {
        this.means = means;
        this.pods = pods;
        this.count = count;
        this.trouble = trouble;
    }

    static Look scheduled(Means means) {
        return new CountedPods<>(
                means,
                UncountedPods.scheduled(means.teams()),
                pod -> count(pod, means.registry()),
                "Pods that were scheduled were not counted");
    }

    static Look interrupted(Means means) {
        return new CountedPods<>(
                means,
                UncountedPods.interrupted(means.teams()),
                pod -> count(pod, means.registry()),
                "Pods that were preempted or evicted were not counted");
    }

    @Override
    public String trouble() {
        return trouble;
    }

    /// A pod that was counted stays counted, so that there is nothing to take back.
    @Override
    public void lose() {}

    /// Counts all that nobody has counted yet.
    @Override
    public void look() throws DatabaseException {
        try (var session = means.database().session()) {
            Optional<List<T>> taken;
            do {
                taken = pods.take(session, means.clock().instant());
                taken.ifPresent(each -> each.forEach(count));
            } while (taken.isPresent() && !means.ends().getAsBoolean());
        }
    }

    private static void count(Scheduled pod, MeterRegistry registry) {
        Timer.builder("gpu.scheduling")
                .description("How long pods that ask for GPUs waited for a node, since they were made or their last"
                        + " scheduling gate was opened. Each is counted once it is scheduled.")
                .tag("cluster", pod.cluster())
                .tag("team", pod.team())
                .serviceLevelObjectives(BUCKETS)
                .register(registry)
                .record(pod.millis(), TimeUnit.MILLISECONDS);
    }

    private static void count(Interrupted pod, MeterRegistry registry) {
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
