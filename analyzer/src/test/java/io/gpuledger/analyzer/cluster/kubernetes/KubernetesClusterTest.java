package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.scrape.http.Until;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class KubernetesClusterTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final String NODES = "/api/v1/nodes";
    private static final String PODS = "/api/v1/pods";
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String QUOTAS = "/api/v1/resourcequotas";
    private static final String LIMITS = "/api/v1/limitranges";
    private static final String BUDGETS = "/apis/policy/v1/poddisruptionbudgets";
    private static final String EVENTS = "/api/v1/events";
    private static final String PRIORITIES = "/apis/scheduling.k8s.io/v1/priorityclasses";
    private static final String QUEUES = "/apis/kueue.x-k8s.io/v1beta1/clusterqueues";
    private static final String NEWER_QUEUES = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues";
    private static final String REPLICA_SETS = "/apis/apps/v1/namespaces/vision/replicasets";

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final List<Statement> statements = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicLong now = new AtomicLong(NOON.toEpochMilli());
    private final List<KubernetesCluster> running = new ArrayList<>();
    private FakeApi api;

    @BeforeEach
    void start() throws Exception {
        api = new FakeApi();
        for (var path : List.of(NODES, PODS, NAMESPACES, QUOTAS, LIMITS, BUDGETS, PRIORITIES, EVENTS)) {
            api.put(path, node("placeholder"));
            api.remove(path, "placeholder");
        }
    }

    @AfterEach
    void close() {
        running.forEach(KubernetesCluster::close);
        api.close();
    }

    private void watch() {
        watch(new PreferredOrigin());
    }

    private void watch(PreferredOrigin preferred) {
        var config = new ConfigBuilder()
                .withMasterUrl(api.url())
                .withRequestRetryBackoffLimit(0)
                .withWatchReconnectInterval(10)
                .withOnlyHttpWatches(true)
                .build();
        var cluster = new KubernetesCluster(
                new KubernetesClientBuilder().withConfig(config).build(),
                "c",
                new Annotations(Set.of("cost-center")),
                this::take,
                preferred,
                () -> Instant.ofEpochMilli(now.get()),
                new KubernetesCluster.Pace(
                        Duration.ofMillis(1),
                        Duration.ofMillis(20),
                        Duration.ZERO,
                        Duration.ofMillis(10),
                        Duration.ofMillis(50),
                        Duration.ofMinutes(10)),
                registry);
        running.add(cluster.start());
    }

    private void take(Batch batch) throws NotTakenException {
        if (refusals.getAndDecrement() > 0) {
            throw new NotTakenException("full");
        }
        statements.addAll(batch.statements());
    }

    private void await(Predicate<Statement> one) {
        Until.holds(() -> statements.stream().anyMatch(one));
    }

    /// The other pods on a node have its name.
    private static Predicate<Statement> whole(String name) {
        return statement -> statement instanceof Whole whole
                && whole.object().name().equals(name)
                && whole.object().kind() != Kind.OTHER_PODS;
    }

    private static Predicate<Statement> gone(String name) {
        return statement -> statement instanceof Gone gone
                && gone.object().name().equals(name)
                && gone.object().kind() != Kind.OTHER_PODS;
    }

    private Map<String, String> attributes(String name) {
        await(whole(name));
        return statements.stream()
                .filter(whole(name))
                .map(statement -> ((Whole) statement).attributes())
                .findFirst()
                .orElseThrow();
    }

    private static Pod software(String name, String containersReady) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("gpu-operator")
                .withName(name)
                .withUid("uid-of-" + name)
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("DaemonSet")
                .withName("nvidia-dcgm-exporter")
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-1")
                .addNewContainer()
                .withName("exporter")
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("ContainersReady")
                .withStatus(containersReady)
                .withReason("ContainersNotReady")
                .withMessage(containersReady.equals("True") ? "" : "containers with unready status: [exporter]")
                .endCondition()
                .endStatus()
                .build();
    }

    @Test
    void of_gpu_software_it_is_told_whether_it_is_ready() {
        api.put(PODS, software("dcgm-x", "False"));
        api.put(NODES, node("node-1"));
        watch();

        assertThat(attributes("dcgm-x"))
                .isEqualTo(Map.of(
                        "owner", "DaemonSet/nvidia-dcgm-exporter",
                        "node", "node-1",
                        "condition.ContainersReady", "false",
                        "message.ContainersReady", "containers with unready status: [exporter]"));

        Until.holds(() -> api.isWatched(PODS));
        var ready = software("dcgm-x", "True");
        api.put(PODS, ready);
        api.tell("MODIFIED", PODS, ready);
        await(statement -> statement instanceof Part part
                && part.object().kind() == Kind.GPU_SOFTWARE
                && "true".equals(part.attributes().get("condition.ContainersReady"))
                && part.ended().contains("message.ContainersReady"));

        api.remove(PODS, "dcgm-x");
        api.tell("DELETED", PODS, ready);
        await(gone("dcgm-x"));
        assertThat(statements)
                .noneMatch(statement -> statement instanceof Whole whole
                        && whole.object().equals(ObjectId.pod("c", "gpu-operator", "dcgm-x", "uid-of-dcgm-x")))
                .contains(new Gone(
                        ObjectId.gpuSoftware(ObjectId.pod("c", "gpu-operator", "dcgm-x", "uid-of-dcgm-x")), now.get()));
    }

    @Test
    void a_watcher_s_condition_of_a_node_says_why_while_it_is_true() {
        var node = new NodeBuilder(node("node-1"))
                .editStatus()
                .addNewCondition()
                .withType("GpuXid")
                .withStatus("True")
                .withReason("XidError")
                .withMessage("XID 79 on GPU 3")
                .endCondition()
                .addNewCondition()
                .withType("GpuMemory")
                .withStatus("False")
                .withMessage("all is well")
                .endCondition()
                .endStatus()
                .build();
        api.put(NODES, node);
        watch();

        assertThat(attributes("node-1"))
                .containsEntry("condition.GpuXid", "true")
                .containsEntry("message.GpuXid", "XID 79 on GPU 3")
                .containsEntry("condition.GpuMemory", "false")
                .doesNotContainKeys("message.GpuMemory", "message.Ready");
    }

    private double watched(String kind) {
        return registry.get("gpu.analyzer.cluster.watched")
                .tag("kind", kind)
                .gauge()
                .value();
    }

    private boolean gives(String resource) {
        return registry.get("gpu.analyzer.api.server.up")
                        .tag("resource", resource)
                        .gauge()
                        .value()
                == 1;
    }

    private static Node node(String name) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid("uid-of-" + name)
                .addToLabels("nvidia.com/gpu.product", "H100")
                .endMetadata()
                .withNewSpec()
                .withUnschedulable(true)
                .addNewTaint()
                .withKey("a/b")
                .withEffect("NoSchedule")
                .endTaint()
                .endSpec()
                .withNewStatus()
                .addToCapacity("nvidia.com/gpu", Quantity.parse("8"))
                .addToCapacity("memory", Quantity.parse("2Ti"))
                .addToAllocatable("cpu", Quantity.parse("63500m"))
                .addNewCondition()
                .withType("Ready")
                .withStatus("Unknown")
                .withLastTransitionTime("2026-03-01T11:30:00Z")
                .withLastHeartbeatTime("2026-03-01T11:59:00Z")
                .endCondition()
                .withNewNodeInfo()
                .withBootID("boot-1")
                .endNodeInfo()
                .endStatus()
                .build();
    }

    private static Pod pod(String name, String uid, String resource) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("vision")
                .withName(name)
                .withUid(uid)
                .withCreationTimestamp("2026-03-01T11:00:00Z")
                .addToLabels("team", "vision")
                .addToAnnotations("gpu-ledger.io/idleAfter", "60m")
                .addToAnnotations("kubectl.kubernetes.io/last-applied-configuration", "{\"env\":\"secret\"}")
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("ReplicaSet")
                .withName("web-1")
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-1")
                .withPriority(1000)
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .addToRequests(resource, Quantity.parse("2"))
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Failed")
                .withReason("Evicted")
                .withStartTime("2026-03-01T11:00:05Z")
                .addNewContainerStatus()
                .withName("main")
                .withNewState()
                .withNewTerminated()
                .withFinishedAt("2026-03-01T11:20:00Z")
                .endTerminated()
                .endState()
                .endContainerStatus()
                .endStatus()
                .build();
    }

    @Test
    void a_node_is_told_of_and_its_condition_since_when_it_is_so() {
        api.put(NODES, node("node-1"));
        watch();

        assertThat(attributes("node-1"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "labels", "{\"nvidia_com_gpu_product\":\"H100\"}",
                        "cordoned", "true",
                        "taint.a/b:NoSchedule", "",
                        "capacity.nvidia.com/gpu", "8",
                        "capacity.memory", "2199023255552",
                        "allocatable.cpu", "63.5",
                        "condition.Ready", "unknown",
                        "boot_id", "boot-1"));
        assertThat(statements)
                .filteredOn(Part.class::isInstance)
                .filteredOn(part -> part.millis() < NOON.toEpochMilli())
                .first()
                .isInstanceOfSatisfying(Part.class, part -> {
                    assertThat(part.attributes()).isEqualTo(Map.of("condition.Ready", "unknown"));
                    assertThat(Instant.ofEpochMilli(part.millis())).isEqualTo("2026-03-01T11:30:00Z");
                });
    }

    @Test
    void a_pod_that_asks_for_gpus_is_told_of_and_who_made_it() {
        api.put(PODS, pod("web-1-x", "u-1", "nvidia.com/gpu"));
        api.put(PODS, pod("other", "u-2", "cpu"));
        api.put(REPLICA_SETS, replicaSet());
        watch();

        assertThat(attributes("web-1-x"))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.ofEntries(
                                Map.entry("labels", "{\"team\":\"vision\"}"),
                                Map.entry("annotations", "{\"gpu_ledger_io_idle_after\":\"60m\"}"),
                                Map.entry("owner", "ReplicaSet/web-1"),
                                Map.entry("created", "2026-03-01T11:00:00Z"),
                                Map.entry("started", "2026-03-01T11:00:05Z"),
                                Map.entry("finished", "2026-03-01T11:20:00Z"),
                                Map.entry("node", "node-1"),
                                Map.entry("priority", "1000"),
                                Map.entry("phase", "Failed"),
                                Map.entry("eviction", "Evicted"),
                                Map.entry("request.main.nvidia.com/gpu", "2"),
                                Map.entry(
                                        "spec",
                                        "{\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"nvidia.com/gpu\":\"2\"}}}]}")));
        assertThat(attributes("ReplicaSet/web-1")).isEqualTo(Map.of("owner", "Deployment/web"));
        assertThat(statements).noneMatch(whole("other"));
    }

    @Test
    void a_pod_that_was_given_a_part_of_a_gpu_is_told_of_though_it_asks_for_none() {
        var sharer = pod("sharer", "u-3", "cpu");
        sharer.getMetadata().setLabels(Map.of("runai-gpu-group/g1", "g1"));
        sharer.getMetadata().setAnnotations(Map.of("gpu-fraction", "0.5", "other", "x"));
        api.put(PODS, sharer);
        watch();

        assertThat(attributes("sharer"))
                .containsEntry("labels", "{\"runai_gpu_group_g1\":\"g1\"}")
                .containsEntry("annotations", "{\"gpu_fraction\":\"0.5\"}");
    }

    @Test
    void what_pods_without_gpus_request_on_a_node_with_gpus_is_told_once_all_are_known() {
        api.put(NODES, node("node-1"));
        var daemon = pod("daemon", "u-2", "cpu");
        daemon.getStatus().setPhase("Running");
        api.put(PODS, daemon);
        watch();

        await(one -> one instanceof Whole whole
                && whole.object().kind() == Kind.OTHER_PODS
                && whole.attributes().equals(Map.of("request.pods", "1", "request.cpu", "2")));
    }

    @Test
    void changes_are_told_of_and_heartbeats_are_not() {
        api.put(NODES, node("node-1"));
        watch();
        await(whole("node-1"));
        Until.holds(() -> api.isWatched(NODES));

        var beating = node("node-1");
        beating.getStatus().getConditions().getFirst().setLastHeartbeatTime("2026-03-01T12:00:00Z");
        beating.getMetadata().setResourceVersion("100");
        api.tell("MODIFIED", NODES, beating);
        var open = node("node-1");
        open.getSpec().setUnschedulable(false);
        open.getSpec().setTaints(List.of());
        open.getMetadata().setResourceVersion("101");
        now.addAndGet(1_000);
        api.tell("MODIFIED", NODES, open);

        await(one -> one instanceof Part part
                && part.attributes().equals(Map.of("cordoned", "false"))
                && part.ended().contains("taint.a/b:NoSchedule"));
        assertThat(statements.stream()
                        .filter(Part.class::isInstance)
                        .filter(one -> one.millis() >= NOON.toEpochMilli()))
                .hasSize(1);
        api.tell("DELETED", NODES, open);
        await(gone("node-1"));
    }

    @Test
    void after_a_gap_in_the_watch_who_has_gone_meanwhile_is_told_of_as_gone() {
        api.put(NODES, node("node-1"));
        api.put(NODES, node("node-2"));
        api.put(PODS, pod("worker-0", "u-1", "nvidia.com/gpu"));
        watch();
        await(whole("node-2"));
        await(whole("worker-0"));
        Until.holds(() -> api.isWatched(NODES) && api.isWatched(PODS));

        api.remove(NODES, "node-1");
        api.put(NODES, node("node-3"));
        api.put(PODS, pod("worker-0", "u-2", "nvidia.com/gpu"));
        api.expire(NODES);
        api.expire(PODS);

        await(gone("node-1"));
        await(whole("node-3"));
        await(one -> one instanceof Gone gone && gone.object().uid().equals("u-1"));
        await(one -> one instanceof Whole whole && whole.object().uid().equals("u-2"));
        assertThat(statements).noneMatch(gone("node-2"));
    }

    @Test
    void a_kind_that_is_refused_is_named_and_the_others_go_on() {
        api.refuse(PODS, 403);
        api.put(NODES, node("node-1"));
        api.put(
                NAMESPACES,
                new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("vision")
                        .addToLabels("team", "a")
                        .endMetadata()
                        .build());
        watch();

        assertThat(attributes("vision")).containsEntry("labels", "{\"team\":\"a\"}");
        await(whole("node-1"));
        Until.holds(() -> watched("node") == 1 && watched("namespace") == 1);
        assertThat(watched("pod")).isZero();
        assertThat(statements.stream()
                        .filter(Census.class::isInstance)
                        .map(one -> ((Census) one).kind().word()))
                .doesNotContain("pod");

        api.put(PODS, pod("worker-0", "u-1", "nvidia.com/gpu"));
        api.allow(PODS);
        await(whole("worker-0"));
        Until.holds(() -> watched("pod") == 1);
    }

    @Test
    void an_api_server_that_is_away_at_the_start_is_asked_again() throws Exception {
        api.put(NODES, node("node-1"));
        api.stop();
        watch();
        assertThat(watched("node")).isZero();

        api.again();

        await(whole("node-1"));
    }

    @Test
    void while_the_api_server_is_away_what_it_said_stands_and_then_it_is_asked_what_has_changed() throws Exception {
        api.put(NODES, node("node-1"));
        api.put(NODES, node("node-2"));
        watch();
        await(whole("node-2"));
        Until.holds(() -> api.isWatched(NODES));

        api.stop();
        Until.holds(() -> watched("node") == 0);
        assertThat(statements).noneMatch(Gone.class::isInstance);
        api.remove(NODES, "node-1");
        api.again();
        // A watch goes on from where it was, unless that is too old by now.
        Until.holds(() -> api.isWatched(NODES));
        api.expire(NODES);

        await(gone("node-1"));
        assertThat(statements).noneMatch(gone("node-2"));
    }

    @Test
    void an_api_server_that_goes_away_is_noticed_and_so_is_that_it_is_back() throws Exception {
        api.put(NODES, node("node-1"));
        watch();
        await(whole("node-1"));
        Until.holds(() -> gives("nodes") && gives("pods"));

        api.stop();
        Until.holds(() -> !gives("nodes") && !gives("pods"));

        api.again();
        Until.holds(() -> gives("nodes") && gives("pods"));
    }

    @Test
    void a_watch_to_which_nothing_comes_though_there_is_more_is_made_anew() {
        api.put(NODES, node("node-1"));
        api.put(NODES, node("node-2"));
        watch();
        await(whole("node-2"));
        Until.holds(() -> api.isWatched(NODES));

        api.remove(NODES, "node-1");
        api.put(NODES, node("node-3"));

        await(whole("node-3"));
        await(gone("node-1"));
        assertThat(statements).noneMatch(gone("node-2"));
    }

    /// A firewall does this that lets nothing through any more, and says so to nobody.
    @Test
    void while_nothing_comes_and_no_connection_ends_nothing_is_said_to_be_so() {
        api.put(NODES, node("node-1"));
        watch();
        await(whole("node-1"));
        Until.holds(() -> watched("node") == 1);

        api.hush();
        var last = now.get();
        Until.holds(() -> now.addAndGet(1_000) > last && watched("node") == 0);
        now.addAndGet(Duration.ofMinutes(13).toMillis());
        Until.holds(() -> now.incrementAndGet() % 1_000 == 0);

        assertThat(statements).allMatch(statement -> statement.millis() <= last);
    }

    @Test
    void an_api_server_that_was_restored_from_a_backup_is_believed() {
        api.put(NODES, node("node-1"));
        api.put(NODES, node("node-2"));
        watch();
        await(whole("node-2"));
        Until.holds(() -> api.isWatched(NODES));

        api.remove(NODES, "node-2");
        api.restore(3);

        await(gone("node-2"));
    }

    /// The watch that is under way goes on as if nothing was.
    @Test
    void a_right_that_is_taken_away_is_noticed_while_the_watch_still_runs() {
        api.put(NODES, node("node-1"));
        watch();
        await(whole("node-1"));
        Until.holds(() -> gives("pods") && watched("pod") == 1);

        api.refuse(PODS, 403);
        Until.holds(() -> !gives("pods"));
        assertThat(gives("nodes")).isTrue();

        api.allow(PODS);
        Until.holds(() -> gives("pods"));
    }

    @Test
    void what_may_be_listed_and_not_watched_is_noticed_too() {
        api.refuse(PODS + FakeApi.WATCH, 403);
        watch();
        Until.holds(() -> !gives("pods"));

        api.allow(PODS + FakeApi.WATCH);
        Until.holds(() -> gives("pods"));
    }

    @Test
    void a_controller_that_was_refused_is_asked_for_again() {
        var path = REPLICA_SETS + "/web-1";
        api.refuse(path, 403);
        api.put(PODS, pod("worker-0", "u-1", "nvidia.com/gpu"));
        watch();
        await(whole("worker-0"));
        Until.holds(() -> api.refused(path) > 0);
        api.put(REPLICA_SETS, replicaSet());
        api.allow(path);

        Until.holds(() -> {
            now.addAndGet(Duration.ofMinutes(1).toMillis());
            return statements.stream().anyMatch(whole("ReplicaSet/web-1"));
        });
    }

    @Test
    void of_queues_the_newer_version_is_asked_first() {
        var queue = queue();
        ((GenericKubernetesResource) queue).setAdditionalProperty("spec", Map.of("cohortName", "research"));
        queue.setApiVersion("kueue.x-k8s.io/v1beta2");
        api.put(NEWER_QUEUES, queue);
        api.put(QUEUES, queue());
        watch();

        assertThat(attributes("gpus"))
                .containsEntry("cohort", "research")
                .doesNotContainKey("hard.h100/nvidia.com/gpu");
        assertThat(gives("localqueues of kueue.x-k8s.io")).isTrue();
    }

    @Test
    void queues_are_told_of_where_there_are_any() {
        api.put(QUEUES, queue());
        watch();

        assertThat(attributes("gpus"))
                .isEqualTo(Map.of(
                        "cohort", "research",
                        "hard.h100/nvidia.com/gpu", "64",
                        "used.h100/nvidia.com/gpu", "16",
                        "condition.Active", "true"));
    }

    @Test
    void queues_whose_kind_is_taken_away_are_gone() {
        api.put(QUEUES, queue());
        watch();
        await(whole("gpus"));

        api.forget(QUEUES);

        await(gone("gpus"));
        assertThat(gives("clusterqueues of kueue.x-k8s.io")).isTrue();
        api.put(QUEUES, queue());
        Until.holds(() -> statements.stream().filter(whole("gpus")).count() == 2);
    }

    @Test
    void queues_that_have_gone_when_a_newer_version_comes_are_told_of_as_gone() {
        var old = queue();
        old.getMetadata().setName("old");
        api.put(QUEUES, old);
        api.put(QUEUES, queue());
        watch();
        await(whole("old"));
        await(whole("gpus"));

        api.put(NEWER_QUEUES, queue());

        await(gone("old"));
        assertThat(statements).noneMatch(gone("gpus"));
    }

    @Test
    void of_the_autoscalers_events_those_are_told_of_that_are_about_pods_that_wait_for_gpus() {
        api.put(
                PODS,
                pod("p", "uid-of-p", "nvidia.com/gpu")
                        .edit()
                        .editSpec()
                        .withNodeName(null)
                        .endSpec()
                        .build());
        watch();
        await(whole("p"));
        Until.holds(() -> api.isWatched(EVENTS) && watched("pod") == 1);
        api.tell("ADDED", EVENTS, scaleUp("e-other", "uid-of-other"));
        api.tell("ADDED", EVENTS, scaleUp("e-p", "uid-of-p"));

        assertThat(attributes("e-p"))
                .isEqualTo(
                        Map.of("pod", "uid-of-p", "phase", "Triggered", "message.Triggered", "pod triggered scale-up"));
        assertThat(statements).noneMatch(whole("e-other"));
    }

    private static HasMetadata scaleUp(String name, String pod) {
        return new EventBuilder()
                .withNewMetadata()
                .withNamespace("vision")
                .withName(name)
                .withResourceVersion("9")
                .endMetadata()
                .withNewInvolvedObject()
                .withKind("Pod")
                .withUid(pod)
                .endInvolvedObject()
                .withReason("TriggeredScaleUp")
                .withMessage("pod triggered scale-up")
                .build();
    }

    private static HasMetadata replicaSet() {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withNamespace("vision")
                .withName("web-1")
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("Deployment")
                .withName("web")
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .build();
    }

    private static HasMetadata queue() {
        GenericKubernetesResource queue = new GenericKubernetesResourceBuilder()
                .withApiVersion("kueue.x-k8s.io/v1beta1")
                .withKind("ClusterQueue")
                .withNewMetadata()
                .withName("gpus")
                .endMetadata()
                .build();
        queue.setAdditionalProperty(
                "spec",
                Map.of(
                        "cohort",
                        "research",
                        "resourceGroups",
                        List.of(Map.of(
                                "flavors",
                                List.of(Map.of(
                                        "name",
                                        "h100",
                                        "resources",
                                        List.of(Map.of("name", "nvidia.com/gpu", "nominalQuota", 64))))))));
        queue.setAdditionalProperty(
                "status",
                Map.of(
                        "conditions",
                        List.of(Map.of("type", "Active", "status", "True")),
                        "flavorsUsage",
                        List.of(Map.of(
                                "name",
                                "h100",
                                "resources",
                                List.of(Map.of("name", "nvidia.com/gpu", "total", "16"))))));
        return queue;
    }

    @Test
    void what_a_limit_range_sets_and_bounds_is_told() {
        api.put(LIMITS, Serialization.unmarshal("""
            apiVersion: v1
            kind: LimitRange
            metadata: {name: standard, namespace: vision}
            spec:
              limits:
              - type: Container
                default: {memory: 1Gi}
                max: {cpu: 500m, nvidia.com/gpu: 4}
                maxLimitRequestRatio: {cpu: 1500m}
              - {type: Pod, min: {cpu: 1}}
            """, LimitRange.class));
        watch();

        assertThat(attributes("standard"))
                .isEqualTo(Map.of(
                        "range.Container.default.memory", "1073741824",
                        "range.Container.max.cpu", "0.5",
                        "range.Container.max.nvidia.com/gpu", "4",
                        "range.Container.maxLimitRequestRatio.cpu", "1.5",
                        "range.Pod.min.cpu", "1"));
    }

    @Test
    void how_many_pods_of_a_disruption_budget_may_go_is_told() {
        api.put(BUDGETS, budget("seen", 2));
        api.put(BUDGETS, budget("not-seen-yet", 1));
        watch();

        assertThat(attributes("seen"))
                .isEqualTo(Map.of(
                        "selector", "{\"matchLabels\":{\"app\":\"train\"}}", //
                        "disruptions_allowed", "3"));
        assertThat(attributes("not-seen-yet")).containsEntry("disruptions_allowed", "0");
    }

    @Test
    void a_disruption_budget_without_a_selector_is_about_no_pods() {
        var budget = budget("nobodys", 2);
        budget.getSpec().setSelector(null);
        api.put(BUDGETS, budget);
        watch();

        assertThat(attributes("nobodys")).containsEntry("selector", "null");
    }

    private static PodDisruptionBudget budget(String name, int observed) {
        return Serialization.unmarshal("""
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {name: %s, namespace: vision, generation: 2}
            spec: {maxUnavailable: 1, selector: {matchLabels: {app: train}}}
            status: {disruptionsAllowed: 3, currentHealthy: 4, desiredHealthy: 1, expectedPods: 4, observedGeneration: %d}
            """.formatted(name, observed), PodDisruptionBudget.class);
    }

    @Test
    void what_is_not_taken_is_tried_again() {
        refusals.set(3);
        api.put(NODES, node("node-1"));
        watch();

        await(whole("node-1"));
        assertThat(refusals.get()).isNotPositive();
    }

    @Test
    void there_are_signs_of_life_and_a_census() {
        api.put(NODES, node("node-1"));
        watch();
        await(whole("node-1"));
        await(one -> one instanceof Census census && census.kind().word().equals("node"));

        now.addAndGet(Duration.ofMinutes(13).toMillis());

        await(one -> one instanceof Part part && part.attributes().isEmpty() && part.millis() == now.get());
    }

    @Test
    void while_another_tells_of_the_cluster_nothing_is_said_and_then_all() {
        var preferred = new PreferredOrigin();
        preferred.accepts("c", PreferredOrigin.About.CLUSTER, "scrape", now.get());
        api.put(NODES, node("node-1"));
        watch(preferred);
        Until.holds(() -> watched("node") == 1 && api.isWatched(NODES));
        assertThat(statements).isEmpty();

        now.addAndGet(PreferredOrigin.PATIENCE_MILLIS + 1);

        await(whole("node-1"));
    }
}
