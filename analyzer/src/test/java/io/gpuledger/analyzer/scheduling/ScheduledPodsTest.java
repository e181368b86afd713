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
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScheduledPodsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private TestDatabase test;
    private Database database;

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

    private static ObjectId id(String name) {
        return ObjectId.pod("c", "vision", name, "uid-of-" + name);
    }

    private static Instant after(long seconds) {
        return NOON.plusSeconds(seconds);
    }

    private static Part part(String name, long seconds, Map<String, String> attributes) {
        return new Part(id(name), after(seconds).toEpochMilli(), new TreeMap<>(attributes), new TreeSet<>());
    }

    private static Part made(String name, long seconds) {
        return part(name, seconds, Map.of("created", after(seconds).toString(), "request.main.nvidia.com/gpu", "1"));
    }

    private static Part scheduled(String name, long seconds) {
        return part(name, seconds, Map.of("condition.PodScheduled", "true"));
    }

    private void tell(Statement... statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(statements));
        }
    }

    /// Counts as an analyzer does that was started then.
    private Look counting(MeterRegistry registry, long seconds) {
        var clock = InstantSource.fixed(after(seconds));
        return CountedPods.scheduled(new Means(database, new Teams("team", Map.of()), clock, registry, () -> false));
    }

    private Timer counted(MeterRegistry registry) {
        return registry.get("gpu.scheduling")
                .tag("cluster", "c")
                .tag("team", "vision")
                .timer();
    }

    @Test
    void a_pod_is_counted_once_with_how_long_it_waited() throws Exception {
        var registry = new SimpleMeterRegistry();
        tell(made("p", 0), made("waits", 0), scheduled("p", 7));
        counting(registry, 100).look();
        counting(registry, 200).look();

        assertThat(counted(registry).count()).isEqualTo(1);
        assertThat(counted(registry).totalTime(TimeUnit.SECONDS)).isEqualTo(7);
    }

    @Test
    void after_a_restart_those_are_counted_that_were_not_and_no_others() throws Exception {
        tell(made("p", 0), made("waits", 0), scheduled("p", 7));
        counting(new SimpleMeterRegistry(), 100).look();
        tell(scheduled("waits", 300), made("missed", 200), scheduled("missed", 210));

        var registry = new SimpleMeterRegistry();
        counting(registry, 900).look();

        assertThat(counted(registry).count()).isEqualTo(2);
        assertThat(counted(registry).totalTime(TimeUnit.SECONDS)).isEqualTo(310);
    }

    @Test
    void a_pod_waits_since_its_last_gate_was_opened() throws Exception {
        var registry = new SimpleMeterRegistry();
        var open = new Part(id("p"), after(60).toEpochMilli(), new TreeMap<>(), new TreeSet<>(List.of("gates")));
        tell(made("p", 0), part("p", 0, Map.of("gates", "a,b")), part("p", 30, Map.of("gates", "b")), open);
        tell(scheduled("p", 64));
        counting(registry, 200).look();

        assertThat(counted(registry).totalTime(TimeUnit.SECONDS)).isEqualTo(4);
    }

    @Test
    void what_was_only_just_told_is_counted_a_minute_later() throws Exception {
        var registry = new SimpleMeterRegistry();
        tell(made("p", 0), scheduled("p", 7));
        counting(registry, 60).look();
        assertThat(registry.getMeters()).isEmpty();
        counting(registry, 68).look();
        assertThat(counted(registry).count()).isEqualTo(1);
    }

    @Test
    void a_pod_that_is_gone_and_was_never_scheduled_is_not_counted_nor_looked_at_for_ever() throws Exception {
        var registry = new SimpleMeterRegistry();
        tell(made("p", 0), new Gone(id("p"), after(30).toEpochMilli()));
        counting(registry, 4_000).look();

        assertThat(registry.getMeters()).isEmpty();
        assertThat(test.rows("select count(*) from gpu_ledger.object where not scheduling_counted"))
                .containsExactly("0");
    }

    @Test
    void more_than_one_portion_is_counted_at_once() throws Exception {
        var registry = new SimpleMeterRegistry();
        var statements = new ArrayList<Statement>();
        for (var i = 0; i < 2_500; i++) {
            statements.add(made("p" + i, 0));
            statements.add(scheduled("p" + i, 1));
        }
        tell(statements.toArray(Statement[]::new));
        counting(registry, 100).look();

        assertThat(counted(registry).count()).isEqualTo(2_500);
    }

    @Test
    void a_portion_of_pods_that_were_never_scheduled_does_not_keep_the_others_from_being_counted() throws Exception {
        var registry = new SimpleMeterRegistry();
        var statements = new ArrayList<Statement>();
        for (var i = 0; i < 2_500; i++) {
            statements.add(made("gone" + i, 0));
            statements.add(new Gone(id("gone" + i), after(30).toEpochMilli()));
        }
        tell(statements.toArray(Statement[]::new));
        tell(made("p", 0), scheduled("p", 7));
        counting(registry, 4_000).look();

        assertThat(counted(registry).count()).isEqualTo(1);
    }
}
