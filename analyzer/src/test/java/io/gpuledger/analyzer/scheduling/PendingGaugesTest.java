package io.gpuledger.analyzer.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PendingGaugesTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private TestDatabase test;
    private Database database;
    private PendingGauges gauges;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
        gauges = new PendingGauges(database, new Teams("team", Map.of()), InstantSource.fixed(NOON), registry);
        tell(told(ObjectId.named("c", Kind.NODE, "n1"), "allocatable.nvidia.com/gpu", "8", "allocatable.pods", "110"));
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private static Statement told(ObjectId object, String... namesAndValues) {
        return Told.part(object, NOON.minusSeconds(60).toEpochMilli(), namesAndValues);
    }

    private void tell(Statement... statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(statements));
        }
    }

    private static Statement waits(String name, int gpus) {
        return told(
                ObjectId.pod("c", "vision", name, "uid-of-" + name),
                "phase",
                "Pending",
                "request.main.nvidia.com/gpu",
                String.valueOf(gpus),
                "spec",
                """
                {"containers":[{"name":"main","resources":{"limits":{"nvidia.com/gpu":"%d"}}}]}\
                """.formatted(gpus));
    }

    private double value(String metric, String reason) {
        return registry.get(metric)
                .tags("cluster", "c", "team", "vision", "reason", reason)
                .gauge()
                .value();
    }

    @Test
    void who_waits_is_told_by_what_keeps_it() throws Exception {
        tell(waits("a", 16), waits("b", 12), waits("c", 2));
        gauges.look();

        assertThat(value("gpu.pending.pods", "never")).isEqualTo(2);
        assertThat(value("gpu.pending.gpus", "never")).isEqualTo(28);
        assertThat(value("gpu.pending.pods", "none")).isEqualTo(1);
        assertThat(value("gpu.pending.gpus", "none")).isEqualTo(2);
    }

    @Test
    void what_stands_free_meanwhile_is_told_by_what_stands_between() throws Exception {
        tell(waits("a", 16), waits("c", 2));
        gauges.look();

        assertThat(free("never")).isEqualTo(6);
        assertThat(free("none")).isEqualTo(2);
        gauges.lose();
        assertThat(registry.find("gpu.free.while.waiting.gpus").meters()).isEmpty();
    }

    private double free(String reason) {
        return registry.get("gpu.free.while.waiting.gpus")
                .tags("cluster", "c", "free_sku", "", "wanted_sku", "nvidia.com/gpu", "reason", reason)
                .gauge()
                .value();
    }

    @Test
    void who_waits_no_more_is_told_no_more() throws Exception {
        tell(waits("a", 16));
        gauges.look();
        tell(told(ObjectId.pod("c", "vision", "a", "uid-of-a"), "node", "n1"));
        gauges.look();
        assertThat(registry.find("gpu.pending.pods").meters()).isEmpty();
    }

    @Test
    void what_is_not_known_any_more_is_not_told() throws Exception {
        tell(waits("a", 16));
        gauges.look();
        gauges.lose();
        assertThat(registry.find("gpu.pending.pods").meters()).isEmpty();
        assertThat(registry.find("gpu.pending.gpus").meters()).isEmpty();
    }
}
