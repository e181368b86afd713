package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.service.settings.BadSettingsException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainingTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final String DEPLOYMENT = """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: serve}
        spec:
          replicas: %d
          template:
            metadata: {labels: {app: serve}}
            spec:
              containers:
              - name: main
                resources: {limits: {cpu: 8, memory: 1Gi, nvidia.com/gpu: %d}}
        """;

    @TempDir
    Path folder;

    private TestDatabase test;
    private Database database;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
        node("n1");
        tell(told(
                ObjectId.pod("c", "lab", "old", "u"),
                "phase",
                "Pending",
                "created",
                NOON.minusSeconds(600).toString(),
                "request.main.nvidia.com/gpu",
                "8"));
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private void node(String name) throws Exception {
        tell(told(
                ObjectId.named("c", Kind.NODE, name),
                "allocatable.nvidia.com/gpu",
                "8",
                "allocatable.cpu",
                "64",
                "allocatable.memory",
                "1099511627776",
                "allocatable.pods",
                "110",
                "labels",
                Pairs.text(Map.of("kubernetes_io_hostname", name))));
    }

    private static Statement told(ObjectId object, String... namesAndValues) {
        return Told.part(object, NOON.minusSeconds(60).toEpochMilli(), namesAndValues);
    }

    private void tell(Statement... statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(statements));
        }
    }

    private record Said(int code, String text) {}

    private Said explain(String manifest) throws IOException {
        return explain(manifest, Optional.empty());
    }

    private Said explain(String manifest, Optional<String> into) throws IOException {
        var file = Files.writeString(folder.resolve("m.yaml"), manifest);
        var out = new ByteArrayOutputStream();
        var code = new Explaining(Explaining.templates(file), "default", into, InstantSource.fixed(NOON))
                .explain(database, new PrintStream(out, true, StandardCharsets.UTF_8));
        return new Said(code, out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void pods_that_would_start_are_told_where() throws IOException {
        assertThat(explain(DEPLOYMENT.formatted(2, 4))).isEqualTo(new Said(0, """
            cluster c, as it was told until 2026-03-01T11:59:00Z

            Deployment/serve, spec.template
              would start now. It would fit on 1 of the 1 nodes, for example on n1.
              Of its 2 pods 2 would fit at once.
              1 pod that wants the same GPUs waits already: lab/old.
            """));
    }

    @Test
    void of_several_pods_it_is_told_how_many_would_start() throws IOException {
        var said = explain(DEPLOYMENT.formatted(3, 4));

        assertThat(said.code()).isEqualTo(3);
        assertThat(said.text()).contains("would wait: gang", "Of its 3 pods 2 would fit at once.");
    }

    @Test
    void of_pods_that_want_to_be_apart_it_is_told_how_many_fit_one_after_the_other() throws Exception {
        node("n2");
        var apart = DEPLOYMENT.replace("      containers:\n", """
            affinity:
              podAntiAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                - topologyKey: kubernetes.io/hostname
                  labelSelector: {matchLabels: {app: serve}}
            containers:
            """.indent(6));

        assertThat(explain(apart.formatted(2, 1)).code()).isZero();
        var three = explain(apart.formatted(3, 1));
        assertThat(three.code()).isEqualTo(3);
        assertThat(three.text()).contains("would wait: gang", "Of its 3 pods 2 would fit at once.");
        var many = explain(apart.formatted(300, 1));
        assertThat(many.code()).isEqualTo(3);
        assertThat(many.text()).contains("one would start now; how many at once is not found out");
    }

    @Test
    void pods_that_would_wait_are_told_what_keeps_them_and_what_would_change_that() throws IOException {
        var said = explain(DEPLOYMENT.formatted(1, 16));

        assertThat(said.code()).isEqualTo(3);
        assertThat(said.text())
                .contains(
                        "would wait: never. It asks for 16 nvidia.com/gpu. Of the 1 node that it may use, none has"
                                + " more than 8 nvidia.com/gpu.",
                        "It would fit on 1 node if it asked for 8 nvidia.com/gpu at most, as on n1.",
                        "    of 1 node: n1 has 8 nvidia.com/gpu at most, and it asks for 16 nvidia.com/gpu");
    }

    @Test
    void of_several_clusters_one_has_to_be_named() throws Exception {
        tell(told(ObjectId.named("d", Kind.NODE, "m1"), "allocatable.nvidia.com/gpu", "8", "allocatable.pods", "9"));

        assertThatThrownBy(() -> explain(DEPLOYMENT.formatted(1, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("--into must name one of the clusters that are known: c, d");
        assertThat(explain(DEPLOYMENT.formatted(1, 1), Optional.of("c")).text()).startsWith("cluster c,");
    }

    @Test
    void pods_that_a_quota_refuses_are_told_so() throws Exception {
        tell(told(
                ObjectId.named("c", Kind.RESOURCE_QUOTA, "default", "gpus"),
                "scopes",
                "",
                "hard.requests.nvidia.com/gpu",
                "8",
                "used.requests.nvidia.com/gpu",
                "5"));

        assertThat(explain(DEPLOYMENT.formatted(2, 4))).isEqualTo(new Said(3, """
            cluster c, as it was told until 2026-03-01T11:59:00Z

            Deployment/serve, spec.template
              would be refused: quota. If it were made: It would fit on 1 of the 1 nodes, for example on n1.
              It would not be made: The ResourceQuota gpus has 3 nvidia.com/gpu of 8 nvidia.com/gpu left, and a pod needs 4 nvidia.com/gpu.
              The quotas of its namespace have room for 0 of its 2 pods.
              Of its 2 pods 2 would fit at once.
              1 pod that wants the same GPUs waits already: lab/old.
            """));
        var some = explain(DEPLOYMENT.formatted(3, 2));
        assertThat(some.code()).isEqualTo(3);
        assertThat(some.text())
                .contains("would wait: quota.", "The quotas of its namespace have room for 1 of its 3 pods.");
    }

    @Test
    void what_a_limit_range_adds_is_reckoned_with() throws Exception {
        tell(told(
                ObjectId.named("c", Kind.LIMIT_RANGE, "default", "standard"),
                "range.Container.default.ephemeral-storage",
                "1073741824",
                "range.Container.defaultRequest.ephemeral-storage",
                "1073741824"));

        assertThat(explain(DEPLOYMENT.formatted(1, 4)).text())
                .contains("would wait: never.", "asks for 1 GiB of ephemeral-storage");
    }

    @Test
    void what_is_no_manifest_is_said_with_the_file() {
        assertThatThrownBy(() -> explain("a: ["))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("m.yaml: it is not a manifest in YAML or JSON");
    }
}
