package io.gpuledger.analyzer.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaGaugesTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final ObjectId QUEUE = ObjectId.named("c", Kind.CLUSTER_QUEUE, "a");
    private static final ObjectId OTHER = ObjectId.named("c", Kind.CLUSTER_QUEUE, "b");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private TestDatabase test;
    private Database database;
    private QuotaGauges gauges;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
        gauges = new QuotaGauges(database, InstantSource.fixed(NOON), registry);
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private void tell(List<Statement> statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(statements);
        }
        gauges.look();
    }

    private static Part part(ObjectId object, Map<String, String> attributes) {
        return new Part(object, NOON.minusSeconds(60).toEpochMilli(), new TreeMap<>(attributes), new TreeSet<>());
    }

    private List<String> told() {
        return registry.getMeters().stream().map(this::told).sorted().toList();
    }

    private String told(Meter meter) {
        var tags = meter.getId().getTags().stream().map(Tag::getValue).collect(Collectors.joining(","));
        return meter.getId().getName() + " " + tags + " "
                + Math.round(registry.get(meter.getId().getName())
                        .tags(meter.getId().getTags())
                        .gauge()
                        .value());
    }

    @Test
    void quotas_are_told_as_long_as_they_stand() throws Exception {
        var quota = ObjectId.named("c", Kind.RESOURCE_QUOTA, "vision", "q");
        tell(List.of(
                part(QUEUE, Map.of("cohort", "all", "hard.h/nvidia.com/gpu", "8", "reserved.h/nvidia.com/gpu", "9")),
                part(OTHER, Map.of("cohort", "all", "hard.h/nvidia.com/gpu", "8")),
                part(quota, Map.of("hard.requests.nvidia.com/gpu", "16", "used.requests.nvidia.com/gpu", "4"))));

        assertThat(told())
                .containsExactly(
                        "gpu.quota.borrowed c,,resourcequota,q,vision,nvidia.com/gpu 0",
                        "gpu.quota.borrowed c,h,clusterqueue,a,,nvidia.com/gpu 1",
                        "gpu.quota.hard c,,resourcequota,q,vision,nvidia.com/gpu 16",
                        "gpu.quota.hard c,h,clusterqueue,a,,nvidia.com/gpu 8",
                        "gpu.quota.hard c,h,clusterqueue,b,,nvidia.com/gpu 8",
                        "gpu.quota.used c,,resourcequota,q,vision,nvidia.com/gpu 4",
                        "gpu.quota.used c,h,clusterqueue,a,,nvidia.com/gpu 9");

        var gone = NOON.minusSeconds(30).toEpochMilli();
        tell(List.of(new Gone(quota, gone), new Gone(QUEUE, gone)));

        assertThat(told()).containsExactly("gpu.quota.hard c,h,clusterqueue,b,,nvidia.com/gpu 8");
    }

    @Test
    void there_are_no_more_series_than_can_be_borne() throws Exception {
        var many = new ArrayList<Statement>();
        for (var i = 0; i <= QuotaGauges.QUOTAS_MAX; i++) {
            many.add(part(
                    ObjectId.named("c", Kind.RESOURCE_QUOTA, "ns-" + i, "q"),
                    Map.of("hard.requests.nvidia.com/gpu", "16")));
        }
        tell(many);

        assertThat(registry.find("gpu.quota.hard").meters()).hasSize(QuotaGauges.QUOTAS_MAX);
    }
}
