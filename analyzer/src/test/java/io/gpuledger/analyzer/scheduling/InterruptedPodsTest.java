package io.gpuledger.analyzer.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.scheduling.CountedPods.Means;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Told;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InterruptedPodsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private TestDatabase test;
    private Database database;
    private Instant now = NOON.plusSeconds(120);

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private static ObjectId pod(String name) {
        return ObjectId.pod("c", "vision", name, "uid-of-" + name);
    }

    private static Statement told(String pod, long seconds, String... namesAndValues) {
        return Told.part(pod(pod), NOON.plusSeconds(seconds).toEpochMilli(), namesAndValues);
    }

    private void tell(Statement... statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(statements));
        }
    }

    private void evict(String name, String reason) throws Exception {
        tell(
                told(name, 0, "created", NOON.toString(), "request.main.nvidia.com/gpu", "8", "node", "n1"),
                told(name, 30, "eviction", reason),
                new Gone(pod(name), NOON.plusSeconds(40).toEpochMilli()));
    }

    private void look() throws Exception {
        CountedPods.interrupted(new Means(database, new Teams("team", Map.of()), () -> now, registry, () -> false))
                .look();
    }

    private double counted(String reason) {
        return registry.get("gpu.preemptions")
                .tags("cluster", "c", "team", "vision", "reason", reason)
                .counter()
                .count();
    }

    @Test
    void each_is_counted_once_by_whoever_looks() throws Exception {
        evict("a", "PreemptionByScheduler");
        evict("b", "PreemptionByScheduler");
        evict("c", "Evicted");
        look();
        look();

        assertThat(counted("PreemptionByScheduler")).isEqualTo(2);
        assertThat(counted("Evicted")).isEqualTo(1);
    }

    @Test
    void a_pod_is_counted_once_all_of_it_can_be_told() throws Exception {
        evict("a", "Evicted");
        now = NOON.plusSeconds(40);
        look();
        assertThat(registry.find("gpu.preemptions").counter()).isNull();

        now = NOON.plusSeconds(41);
        look();
        assertThat(counted("Evicted")).isEqualTo(1);
    }

    @Test
    void a_pod_that_never_had_a_node_was_not_taken_from_it() throws Exception {
        tell(
                told("a", 0, "created", NOON.toString(), "request.main.nvidia.com/gpu", "8"),
                told("a", 30, "eviction", "DeletionByPodGC"));
        look();
        assertThat(registry.find("gpu.preemptions").counter()).isNull();
    }
}
