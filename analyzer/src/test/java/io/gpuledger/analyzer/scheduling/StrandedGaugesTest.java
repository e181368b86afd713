package io.gpuledger.analyzer.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.pods.LensTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.time.Span;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StrandedGaugesTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final long MILLIS = NOON.toEpochMilli();
    private static final String GPU = "nvidia.com/gpu";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private TestDatabase test;
    private Database database;
    private StrandedGauges gauges;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
        gauges = new StrandedGauges(database, Set.of("repair"), InstantSource.fixed(NOON), registry);
        for (var name : List.of("n1", "n2")) {
            tell(
                    ObjectId.named("c", Kind.NODE, name),
                    "allocatable." + GPU,
                    "8",
                    "allocatable.cpu",
                    "64",
                    "allocatable.memory",
                    "549755813888",
                    "allocatable.pods",
                    "110");
        }
        // Pods of one and of four GPUs with eight cores for each came in the days before.
        came("one", 1, 5);
        came("four", 4, 1);
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private void tell(ObjectId object, String... namesAndValues) throws Exception {
        tellAt(MILLIS - 3_600_000, object, namesAndValues);
    }

    private void tellAt(long millis, ObjectId object, String... namesAndValues) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(Told.part(object, millis, namesAndValues)));
        }
    }

    private void came(String name, int gpus, int days) throws Exception {
        var pod = ObjectId.pod("c", "lab", name, "uid-of-" + name);
        var from = MILLIS - (days + 1) * 86_400_000L;
        tellAt(
                from,
                pod,
                "node",
                "n0",
                "started",
                Instant.ofEpochMilli(from).toString(),
                "phase",
                "Succeeded",
                "finished",
                NOON.minusSeconds(86_400).toString(),
                "request.main." + GPU,
                String.valueOf(gpus),
                "request.main.cpu",
                String.valueOf(8 * gpus));
    }

    private List<String> looked(String gauge) throws Exception {
        try (var session = test.session()) {
            new LensTables(session).update("c", new Span(MILLIS, MILLIS + 1), 0, Long.MAX_VALUE, MILLIS);
            session.commit();
        }
        gauges.look();
        return registry.find(gauge).meters().stream()
                .map(this::told)
                .filter(words -> !words.endsWith(" 0.00"))
                .sorted()
                .toList();
    }

    private String told(Meter meter) {
        var tags = meter.getId().getTags().stream().map(Tag::getValue).collect(Collectors.joining(","));
        var value = registry.get(meter.getId().getName())
                .tags(meter.getId().getTags())
                .gauge()
                .value();
        return "%s %.2f".formatted(tags, value);
    }

    @Test
    void gpus_without_cores_are_stranded_and_others_are_room_for_pods() throws Exception {
        tell(ObjectId.named("c", Kind.OTHER_PODS, "n1"), "request.cpu", "60", "request.pods", "20");
        tell(ObjectId.named("c", Kind.OTHER_PODS, "n2"), "request.cpu", "16", "request.pods", "20");

        // On n2 there are cores for six of the eight GPUs.
        assertThat(looked("gpu.stranded.gpus")).containsExactly("host_cpu,c,expected, 10.00");
        assertThat(looked("gpu.free.slots")).containsExactly("c,1, 6.00", "c,2, 3.00", "c,4, 1.00");
    }

    @Test
    void whoever_waits_may_find_no_use_in_what_others_could_have() throws Exception {
        tell(
                ObjectId.pod("c", "lab", "waits", "uid-of-waits"),
                "phase",
                "Pending",
                "request.main." + GPU,
                "8",
                "spec",
                """
                {"nodeSelector":{"nvidia.com/gpu.product":"B200"},"containers":[{"name":"main","resources":{"requests":\
                {"nvidia.com/gpu":"8"}}}]}\
                """);

        assertThat(looked("gpu.stranded.gpus")).containsExactly("sku_mismatch,c,actual, 16.00");
    }

    @Test
    void nodes_that_take_no_pods_are_not_told_of() throws Exception {
        tell(ObjectId.named("c", Kind.NODE, "n1"), "cordoned", "true");
        tell(ObjectId.named("c", Kind.NODE, "n2"), "taint.repair:NoSchedule", "");

        assertThat(looked("gpu.free.slots")).isEmpty();
    }

    @Test
    void what_pods_could_not_have_of_what_is_idle_is_a_fragment() throws Exception {
        tell(ObjectId.named("c", Kind.OTHER_PODS, "n1"), "request.cpu", "48", "request.pods", "20");
        tell(ObjectId.named("c", Kind.OTHER_PODS, "n2"), "request.cpu", "64", "request.pods", "20");

        // To pods of one GPU n1 is whole, to those of four it is a fragment: they lack cores on either.
        assertThat(looked("gpu.fragmentation.ratio")).hasSize(1).allMatch(words -> words.startsWith("c 0.7"));
    }

    @Test
    void a_node_that_rejects_pods_is_told_of_within_minutes() throws Exception {
        for (var name : List.of("r1", "r2")) {
            tellAt(
                    MILLIS - 120_000,
                    ObjectId.pod("c", "lab", name, "uid-of-" + name),
                    "node",
                    "n1",
                    "started",
                    NOON.minusSeconds(name.equals("r1") ? 120 : 60).toString(),
                    "phase",
                    "Failed",
                    "eviction",
                    "UnexpectedAdmissionError",
                    "request.main." + GPU,
                    "1");
        }

        assertThat(looked("gpu.stranded.gpus")).containsExactly("admission,c,expected, 8.00");
        assertThat(looked("gpu.node.rejecting.gpus")).containsExactly("c,n1 8.00");
    }
}
