package io.gpuledger.analyzer.store.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import io.gpuledger.analyzer.time.Change;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterTablesTest {
    private static final long NOON = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final ObjectId NODE = ObjectId.named("c", Kind.NODE, "node-1");

    private TestDatabase test;
    private Session session;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.fresh(Flavour.PLAIN);
        test.migrated().close();
        session = test.session();
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        test.close();
    }

    private void tell(Statement... statements) throws Exception {
        new StatementWriter(session).write(List.of(statements));
    }

    private static Statement part(ObjectId object, long millis, String... namesAndValues) {
        return new Part(object, millis, attributes(namesAndValues), new TreeSet<>());
    }

    private static SortedMap<String, String> attributes(String... namesAndValues) {
        var attributes = new TreeMap<String, String>();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            attributes.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return attributes;
    }

    private static ObjectId pod(String name) {
        return ObjectId.pod("c", "vision", name, "uid-of-" + name);
    }

    private static String at(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    private ClusterTables tables() {
        return new ClusterTables(session);
    }

    private static <T> T only(Map<String, T> all) {
        assertThat(all).hasSize(1);
        return all.values().iterator().next();
    }

    @Test
    void a_node_is_what_was_told_of_it_change_by_change() throws Exception {
        tell(
                part(
                        NODE,
                        NOON,
                        "condition.Ready",
                        "true",
                        "cordoned",
                        "false",
                        "capacity.nvidia.com/gpu",
                        "8",
                        "capacity.cpu",
                        "64",
                        "allocatable.nvidia.com/gpu",
                        "8",
                        "labels",
                        Pairs.text(Map.of("nvidia_com_gpu_product", "H100")),
                        "boot_id",
                        "b-1"),
                part(NODE, NOON + 10 * MINUTE, "cordoned", "true", "taint.a/b:NoSchedule", "x"),
                part(NODE, NOON + 20 * MINUTE, "condition.Ready", "unknown"),
                new Gone(NODE, NOON + 30 * MINUTE));

        var node = only(tables().nodes("c", NOON, NOON + HOUR));

        assertThat(node.changes())
                .extracting(Change::since)
                .containsExactly(NOON, NOON + 10 * MINUTE, NOON + 20 * MINUTE, NOON + 30 * MINUTE);
        var first = node.at(NOON + MINUTE).orElseThrow();
        assertThat(first)
                .isEqualTo(new NodeState(
                        true,
                        false,
                        List.of(),
                        new TreeMap<>(Map.of("nvidia.com/gpu", 8L, "cpu", 64_000L)),
                        new TreeMap<>(Map.of("nvidia.com/gpu", 8L)),
                        new TreeMap<>(Map.of("nvidia_com_gpu_product", "H100")),
                        Optional.of("b-1")));
        assertThat(first.label("nvidia.com/gpu.product")).contains("H100");
        var cordoned = node.at(NOON + 15 * MINUTE).orElseThrow();
        assertThat(cordoned.cordoned()).isTrue();
        assertThat(cordoned.taints()).containsExactly(new Taint("a/b", "x", "NoSchedule"));
        assertThat(node.at(NOON + 25 * MINUTE).orElseThrow().ready()).isFalse();
        assertThat(node.at(NOON + 30 * MINUTE)).isEmpty();
        assertThat(node.at(NOON - 1)).isEmpty();
    }

    @Test
    void what_was_before_the_time_is_one_state_and_what_comes_after_it_is_not_told() throws Exception {
        tell(
                part(NODE, NOON - 3 * HOUR, "boot_id", "b-0", "cordoned", "false"),
                part(NODE, NOON - 2 * HOUR, "boot_id", "b-1"),
                part(NODE, NOON - HOUR, "cordoned", "true"),
                part(NODE, NOON + HOUR, "cordoned", "false"));

        var node = only(tables().nodes("c", NOON, NOON + HOUR));

        assertThat(node.changes()).hasSize(1);
        assertThat(node.changes().getFirst().since()).isEqualTo(NOON - HOUR);
        assertThat(node.at(NOON).orElseThrow().cordoned()).isTrue();
        assertThat(node.at(NOON).orElseThrow().bootId()).contains("b-1");
    }

    @Test
    void whoever_was_gone_before_or_came_after_is_not_told_of() throws Exception {
        var later = ObjectId.named("c", Kind.NODE, "node-2");
        var elsewhere = ObjectId.named("d", Kind.NODE, "node-3");
        tell(part(NODE, NOON - 2 * HOUR), new Gone(NODE, NOON - HOUR), part(later, NOON + HOUR));
        tell(part(elsewhere, NOON));

        assertThat(tables().nodes("c", NOON, NOON + HOUR)).isEmpty();
        assertThat(tables().nodes("d", NOON, NOON + HOUR)).containsOnlyKeys("node-3");
    }

    @Test
    void a_pod_is_what_was_last_told_of_it() throws Exception {
        var idleAfter = Pairs.text(Map.of("gpu_ledger_io_idle_after", "60m"));
        tell(part(
                pod("train-0"),
                NOON,
                "created",
                at(NOON - 2 * MINUTE),
                "started",
                at(NOON - MINUTE),
                "finished",
                at(NOON + 10 * MINUTE),
                "node",
                "node-1",
                "phase",
                "Failed",
                "eviction",
                "Evicted",
                "priority",
                "1000",
                "labels",
                Pairs.text(Map.of("team", "vision")),
                "annotations",
                idleAfter,
                "request.main.nvidia.com/gpu",
                "2",
                "request.side.nvidia.com/gpu",
                "1",
                "request.main.cpu",
                "0.5"));

        var pods = tables().pods("c", NOON, NOON + HOUR);

        assertThat(pods)
                .containsExactly(new Pod(
                        "uid-of-train-0",
                        "vision",
                        "train-0",
                        Optional.of("node-1"),
                        NOON - 2 * MINUTE,
                        NOON - MINUTE,
                        OptionalLong.of(NOON + 10 * MINUTE),
                        List.of(),
                        Optional.empty(),
                        Timeline.of(Map.of(NOON, Optional.of(Pairs.of(Pairs.text(Map.of("team", "vision")))))),
                        Timeline.of(Map.of(NOON, Optional.of(Pairs.of(idleAfter)))),
                        new TreeMap<>(Map.of("nvidia.com/gpu", 3L, "cpu", 500L)),
                        "Failed",
                        OptionalLong.of(1000),
                        Optional.of("Evicted")));
        assertThat(pods.getFirst().annotation("gpu-ledger.io/idleAfter").at(NOON))
                .contains("60m");
    }

    @Test
    void of_what_a_pod_was_labelled_all_is_known_and_the_first_held_before() throws Exception {
        var pod = pod("train-0");
        tell(
                part(pod, NOON, "labels", Pairs.text(Map.of("team", "vision")), "phase", "Pending"),
                part(pod, NOON + HOUR, "labels", Pairs.text(Map.of("team", "speech")), "phase", "Running"),
                new Part(pod, NOON + 2 * HOUR, new TreeMap<>(), new TreeSet<>(Set.of("labels"))));

        var known = tables().pods("c", NOON - HOUR, NOON + 1).getFirst();

        assertThat(known.phase()).isEqualTo("Running");
        assertThat(known.label("team", NOON - HOUR)).contains("vision");
        assertThat(known.label("team", NOON + HOUR - 1)).contains("vision");
        assertThat(known.label("team", NOON + HOUR)).contains("speech");
        assertThat(known.label("team", NOON + 2 * HOUR)).isEmpty();
    }

    @Test
    void pods_are_told_of_that_live_within_the_time_for_however_short() throws Exception {
        tell(
                part(pod("before"), NOON - HOUR, "finished", at(NOON)),
                part(pod("until"), NOON - HOUR),
                new Gone(pod("until"), NOON + 1),
                part(pod("over"), NOON + 3 * HOUR, "created", at(NOON - HOUR)),
                part(pod("at-the-end"), NOON + HOUR - 1),
                part(pod("after"), NOON + HOUR));

        assertThat(tables().pods("c", NOON, NOON + HOUR))
                .extracting(Pod::name)
                .containsExactlyInAnyOrder("until", "over", "at-the-end");
    }

    @Test
    void the_workload_is_who_stands_at_the_top() throws Exception {
        tell(
                part(ObjectId.controller("c", "vision", "ReplicaSet", "web-5d9c"), NOON, "owner", "Deployment/web"),
                part(ObjectId.controller("c", "vision", "ReplicaSet", "alone-12345"), NOON),
                part(ObjectId.controller("c", "vision", "Job", "night-29"), NOON, "owner", "CronJob/night"),
                part(ObjectId.controller("c", "vision", "Job", "set-0"), NOON, "owner", "JobSet/set"),
                part(ObjectId.controller("c", "vision", "JobSet", "set"), NOON, "owner", "Experiment/e"));
        var notebook = Pairs.text(Map.of("notebook_name", "jupyter"));
        var hashed = Pairs.text(Map.of("pod_template_hash", "xyz"));
        tell(
                part(pod("a"), NOON, "owner", "ReplicaSet/web-5d9c"),
                part(pod("b"), NOON, "owner", "ReplicaSet/alone-12345"),
                part(pod("c"), NOON, "owner", "ReplicaSet/untold-6c8d4b9f7"),
                part(pod("d"), NOON, "owner", "ReplicaSet/untold-xyz", "labels", hashed),
                part(pod("e"), NOON, "owner", "Job/night-29"),
                part(pod("f"), NOON, "owner", "Job/set-0"),
                part(pod("g"), NOON, "owner", "StatefulSet/jupyter", "labels", notebook),
                part(pod("h"), NOON, "owner", "PyTorchJob/llm"),
                part(pod("i"), NOON));

        assertThat(tables().pods("c", NOON, NOON + HOUR).stream()
                        .sorted(Comparator.comparing(Pod::name))
                        .map(Pod::workload)
                        .toList())
                .containsExactly(
                        Optional.of(new Workload("Deployment", "web")),
                        Optional.of(new Workload("ReplicaSet", "alone-12345")),
                        Optional.of(new Workload("Deployment", "untold")),
                        Optional.of(new Workload("Deployment", "untold")),
                        Optional.of(new Workload("CronJob", "night")),
                        Optional.of(new Workload("Experiment", "e")),
                        Optional.of(new Workload("Notebook", "jupyter")),
                        Optional.of(new Workload("PyTorchJob", "llm")),
                        Optional.empty());
    }

    @Test
    void a_namespace_has_labels_and_annotations() throws Exception {
        var namespace = ObjectId.named("c", Kind.NAMESPACE, "vision");
        tell(
                new Whole(
                        namespace,
                        NOON,
                        attributes(
                                "labels",
                                Pairs.text(Map.of("team", "a")),
                                "annotations",
                                Pairs.text(Map.of("team", "x", "cost_center", "7")))),
                part(namespace, NOON + MINUTE, "labels", Pairs.text(Map.of("team", "b"))));

        var vision = only(tables().namespaces("c", NOON, NOON + HOUR));

        assertThat(vision.at(NOON)).contains(new TreeMap<>(Map.of("team", "a", "cost_center", "7")));
        assertThat(vision.at(NOON + MINUTE)).contains(new TreeMap<>(Map.of("team", "b", "cost_center", "7")));
    }

    @Test
    void a_large_cluster_is_written_and_read_within_seconds() throws Exception {
        var statements = new ArrayList<Statement>();
        for (var i = 0; i < 2_000; i++) {
            var attributes = attributes("condition.Ready", "true", "labels", "{}", "boot_id", "b");
            for (var k = 0; k < 20; k++) {
                attributes.put("capacity.r" + k, "8");
            }
            statements.add(new Whole(ObjectId.named("c", Kind.NODE, "node-" + i), NOON, attributes));
        }
        for (var i = 0; i < 10_000; i++) {
            statements.add(part(
                    pod("p" + i),
                    NOON,
                    "owner",
                    "Job/j" + i % 100,
                    "phase",
                    "Running",
                    "started",
                    at(NOON),
                    "node",
                    "n"));
        }
        var begun = System.nanoTime();
        new StatementWriter(session).write(statements);
        var written = System.nanoTime();

        assertThat(tables().nodes("c", NOON, NOON + HOUR)).hasSize(2_000);
        assertThat(tables().pods("c", NOON, NOON + HOUR)).hasSize(10_000);
        System.out.printf(
                "written in %d ms, read in %d ms%n",
                (written - begun) / 1_000_000, (System.nanoTime() - written) / 1_000_000);
    }
}
