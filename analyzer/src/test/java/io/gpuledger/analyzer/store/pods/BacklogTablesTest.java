package io.gpuledger.analyzer.store.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Verdict;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Told;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BacklogTablesTest {
    private static final long NINE = Instant.parse("2026-03-03T09:00:00Z").toEpochMilli();
    private static final long MINUTE = 60_000;
    private static final String ASKS_FOR_EIGHT = spec("8", "16", "");

    private TestDatabase test;
    private Database database;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
        node("n1", 0);
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    private static String spec(String gpus, String cores, String more) {
        return """
            {"containers":[{"name":"main","resources":{"requests":{"cpu":"%s","nvidia.com/gpu":"%s"}}}]%s}\
            """.formatted(cores, gpus, more);
    }

    private void tell(ObjectId object, long minute, String... namesAndValues) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(List.of(Told.part(object, NINE + minute * MINUTE, namesAndValues)));
        }
    }

    private void node(String name, long minute) throws Exception {
        tell(
                ObjectId.named("c", Kind.NODE, name),
                minute,
                "allocatable.nvidia.com/gpu",
                "8",
                "allocatable.cpu",
                "64",
                "allocatable.pods",
                "110",
                "labels",
                Pairs.text(Map.of("topology_kubernetes_io_zone", "a")));
    }

    private static ObjectId pod(String name) {
        return ObjectId.pod("c", "lab", name, "uid-of-" + name);
    }

    private void waits(String name, long minute, String spec) throws Exception {
        tell(
                pod(name),
                minute,
                "created",
                Instant.ofEpochMilli(NINE + minute * MINUTE).toString(),
                "phase",
                "Pending",
                "labels",
                Pairs.text(Map.of("team", "vision", "app", "x")),
                "request.main.nvidia.com/gpu",
                "8",
                "spec",
                spec);
    }

    private void runs(String name, long minute, String gpus, String cores, String spec) throws Exception {
        tell(
                pod(name),
                minute,
                "phase",
                "Running",
                "node",
                "n1",
                "request.main.nvidia.com/gpu",
                gpus,
                "request.main.cpu",
                cores,
                "labels",
                Pairs.text(Map.of("app", "y")),
                "spec",
                spec);
    }

    private Verdict at(long minute) {
        var backlogs =
                new BacklogTables(database, new Teams("team", Map.of())).at(NINE + minute * MINUTE, Optional.empty());
        return backlogs.byCluster().values().iterator().next().verdicts().getFirst();
    }

    private void inGroup(String name, long minute, String group) throws Exception {
        waits(name, minute, ASKS_FOR_EIGHT);
        tell(pod(name), minute, "group", group);
    }

    @Test
    void a_group_is_kept_until_its_queue_lets_it_in() throws Exception {
        inGroup("train-0", 1, "volcano/train");
        tell(ObjectId.named("c", Kind.VOLCANO_GROUP, "lab", "train"), 2, "min_member", "2", "queue", "research");
        inGroup("train-1", 3, "volcano/train");
        tell(ObjectId.named("c", Kind.VOLCANO_QUEUE, "research"), 4, "limit.nvidia.com/gpu", "16", "state", "Open");
        tell(ObjectId.named("c", Kind.VOLCANO_QUEUE, "research"), 5, "limit.nvidia.com/gpu", "8");

        assertThat(at(1).blocker()).isEqualTo(Blocker.NONE);
        assertThat(at(2).why())
                .isEqualTo("Its group train of Volcano starts with 2 pods at least, and 1 is there so far.");
        assertThat(at(3).why())
                .isEqualTo("It would fit by itself. Of the 2 of its gang that wait, 1 fit at once, at most.");
        assertThat(at(4).blocker()).isEqualTo(Blocker.GANG);
        assertThat(at(5).blocker()).isEqualTo(Blocker.QUOTA);
    }

    @Test
    void who_is_placed_is_one_of_the_group_and_who_failed_is_none() throws Exception {
        tell(ObjectId.named("c", Kind.COSCHEDULING_GROUP, "lab", "train"), 1, "min_member", "3");
        runs("train-0", 1, "1", "1", spec("1", "1", ""));
        tell(pod("train-0"), 1, "group", "coscheduling/train");
        tell(ObjectId.named("c", Kind.GROUP_PODS, "lab", "coscheduling/train"), 1, "existing", "1", "placed", "1");
        waits("train-1", 1, spec("1", "1", ""));
        tell(pod("train-1"), 1, "group", "coscheduling/train");
        tell(pod("train-0"), 5, "phase", "Failed");

        assertThat(at(1).blocker()).isEqualTo(Blocker.NONE);
        assertThat(at(5).why()).contains("starts with 3 pods at least, and 2 are there so far");
    }

    @Test
    void a_workload_of_kueue_says_what_a_gate_waits_for() throws Exception {
        waits("train", 1, spec("8", "16", ",\"schedulingGates\":[{\"name\":\"kueue.x-k8s.io/admission\"}]"));
        tell(pod("train"), 1, "gates", "kueue.x-k8s.io/admission");
        tell(
                ObjectId.named("c", Kind.WORKLOAD, "lab", "pod-train"),
                2,
                "owner",
                "Pod/train",
                "condition.QuotaReserved",
                "true",
                "check.prov",
                "Pending",
                "message.check.prov",
                "not enough");

        assertThat(at(1).blocker()).isEqualTo(Blocker.QUEUE);
        assertThat(at(2).blocker()).isEqualTo(Blocker.ADMISSION_CHECK);
        assertThat(at(2).why()).endsWith("waits for the admission check prov, which says Pending: not enough.");
    }

    @Test
    void a_node_in_the_making_says_since_when() throws Exception {
        runs("serve", 1, "8", "4", spec("8", "4", ""));
        waits("train", 2, ASKS_FOR_EIGHT);
        var claim = ObjectId.named("c", Kind.NODE_CLAIM, "gpu-x7k2");
        tell(claim, 3, "min.nvidia.com/gpu", "8", "min.cpu", "64", "condition.Launched", "true");
        tell(claim, 9, "condition.Initialized", "true");

        assertThat(at(2).blocker()).isEqualTo(Blocker.CAPACITY);
        assertThat(at(5).blocker()).isEqualTo(Blocker.PROVISIONING);
        assertThat(at(5).why())
                .startsWith("A node is being made that would take it (launched 2 min ago): the claim gpu-x7k2 of"
                        + " Karpenter.");
        assertThat(at(9).blocker()).isEqualTo(Blocker.CAPACITY);
    }

    @Test
    void what_is_taken_counts_until_it_is_given_back() throws Exception {
        waits("train", 1, ASKS_FOR_EIGHT);
        runs("serve", 2, "1", "4", spec("1", "4", ""));
        tell(pod("serve"), 10, "phase", "Succeeded");

        assertThat(at(1).blocker()).isEqualTo(Blocker.NONE);
        assertThat(at(1).pod().team()).isEqualTo("vision");
        assertThat(at(2).blocker()).isEqualTo(Blocker.CAPACITY);
        assertThat(at(2).why()).contains("n1 has 7 free");
        assertThat(at(10).blocker()).isEqualTo(Blocker.NONE);
    }

    @Test
    void what_init_containers_need_beyond_the_requests_is_taken_too() throws Exception {
        waits("train", 1, spec("1", "16", ""));
        runs("serve", 2, "1", "4", spec("1", "4", ""));
        tell(pod("serve"), 3, "extra.cpu", "50.5");

        assertThat(at(2).blocker()).isEqualTo(Blocker.NONE);
        assertThat(at(3).blocker()).isEqualTo(Blocker.HOST_CPU);
        assertThat(at(3).why()).contains("n1 has 9.5 cores free, and it asks for 16 cores");
    }

    @Test
    void pods_without_gpus_count_by_their_sums() throws Exception {
        waits("train", 1, ASKS_FOR_EIGHT);
        tell(ObjectId.named("c", Kind.OTHER_PODS, "n1"), 2, "request.cpu", "60", "request.pods", "12");
        tell(ObjectId.named("c", Kind.OTHER_PODS, "n1"), 5, "request.cpu", "10", "request.pods", "110");

        assertThat(at(2).blocker()).isEqualTo(Blocker.HOST_CPU);
        assertThat(at(5).blocker()).isEqualTo(Blocker.HOST_OTHER);
        assertThat(at(5).why()).contains("n1 has 0 pods free");
    }

    @Test
    void who_does_not_want_others_near_is_known_by_its_spec() throws Exception {
        waits("train", 1, ASKS_FOR_EIGHT.replace("\"8\"", "\"1\""));
        runs("shy", 2, "1", "4", spec("1", "4", """
            ,"affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":\
            "topology.kubernetes.io/zone","labelSelector":{"matchLabels":{"app":"x"}}}]}}\
            """));

        assertThat(at(1).blocker()).isEqualTo(Blocker.NONE);
        assertThat(at(2).blocker()).isEqualTo(Blocker.TOPOLOGY);
        assertThat(at(2).why()).contains("has a pod near that does not want it near");
    }

    @Test
    void who_wants_to_be_near_others_is_told_where_they_are() throws Exception {
        waits("train", 1, spec("1", "1", """
            ,"affinity":{"podAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[{"topologyKey":\
            "topology.kubernetes.io/zone","labelSelector":{"matchLabels":{"app":"y"}}}]}}\
            """));
        runs("near", 2, "1", "4", spec("1", "4", ""));

        assertThat(at(1).blocker()).isEqualTo(Blocker.TOPOLOGY);
        assertThat(at(2).blocker()).isEqualTo(Blocker.NONE);
    }

    @Test
    void a_port_of_the_node_is_taken() throws Exception {
        var onPort = """
            {"containers":[{"name":"main","ports":[{"containerPort":80,"hostPort":8080}],"resources":{"requests":\
            {"nvidia.com/gpu":"1"}}}]}\
            """;
        waits("train", 1, onPort);
        runs("first", 2, "1", "4", onPort);

        assertThat(at(1).blocker()).isEqualTo(Blocker.NONE);
        assertThat(at(2).blocker()).isEqualTo(Blocker.HOST_OTHER);
    }

    @Test
    void a_node_that_comes_later_counts_from_then_on() throws Exception {
        waits("train", 1, ASKS_FOR_EIGHT);
        runs("serve", 1, "8", "4", spec("8", "4", ""));
        node("n2", 4);

        assertThat(at(3).blocker()).isEqualTo(Blocker.CAPACITY);
        assertThat(at(4).blocker()).isEqualTo(Blocker.NONE);
        assertThat(at(3).nodes()).isEqualTo(1);
    }

    @Test
    void by_its_requests_alone_a_pod_can_be_refused_and_not_be_let_in() throws Exception {
        tell(pod("train"), 1, "phase", "Pending", "request.main.nvidia.com/gpu", "8");
        runs("serve", 2, "1", "4", spec("1", "4", ""));

        assertThat(at(1).blocker()).isEqualTo(Blocker.UNKNOWN);
        assertThat(at(1).why())
                .startsWith("By what it requests it would fit on 1 of the 1 nodes, for example on n1. Its selector,");
        assertThat(at(2).blocker()).isEqualTo(Blocker.CAPACITY);
        assertThat(at(2).remedies()).isEmpty();
    }

    @Test
    void where_nothing_is_told_of_what_it_needs_that_is_said() throws Exception {
        tell(pod("train"), 1, "phase", "Pending");

        assertThat(at(1).why()).isEqualTo("Nothing was told of what it needs");
    }

    @Test
    void a_spec_that_cannot_be_read_harms_nobody_else() throws Exception {
        waits("train", 1, ASKS_FOR_EIGHT);
        runs("odd", 2, "1", "4", "{\"containers\":[{\"hostPort\":[[[");

        assertThat(at(2).blocker()).isEqualTo(Blocker.CAPACITY);
    }

    @Test
    void a_pod_is_held_against_the_devices_that_are_told_of() throws Exception {
        var claims = spec("0", "1", ",\"resourceClaims\":[{\"name\":\"gpu\",\"resourceClaimTemplateName\":\"t\"}]");
        waits("train", 1, claims);
        assertThat(at(1).blocker()).isEqualTo(Blocker.UNKNOWN);

        tell(
                ObjectId.named("c", Kind.DEVICE_CLASS, "gpu"),
                2,
                "selectors",
                "{\"selectors\":[\"device.driver == 'gpu.example.com'\"]}");
        assertThat(at(2).why())
                .isEqualTo("Its claim gpu on devices was not made yet: Kubernetes makes it by a template.");

        tell(pod("train"), 3, "made_claim.gpu", "train-gpu-x7");
        assertThat(at(3).why()).isEqualTo("Its claim train-gpu-x7 on devices is not there.");

        tell(
                ObjectId.named("c", Kind.RESOURCE_CLAIM, "lab", "train-gpu-x7"),
                4,
                "asked",
                "{\"requests\":[{\"name\":\"r\",\"options\":[{\"class\":\"gpu\",\"selectors\":[],\"count\":\"1\"}]}]}");
        assertThat(at(4).why())
                .isEqualTo(
                        "The class gpu, of which its claim gpu asks for devices, selects no device of the 1 node that"
                                + " it may use.");
        assertThat(at(4).blocker()).isEqualTo(Blocker.DRA);

        tell(
                ObjectId.named("c", Kind.RESOURCE_SLICE, "n1-gpus"),
                5,
                "driver",
                "gpu.example.com",
                "pool",
                "n1",
                "generation",
                "1",
                "slices",
                "1",
                "node",
                "n1",
                "devices",
                "{\"common\":{},\"devices\":[{\"name\":\"gpu-0\"}]}");
        assertThat(at(5).blocker()).isEqualTo(Blocker.NONE);

        tell(
                ObjectId.named("c", Kind.RESOURCE_CLAIM, "lab", "other"),
                6,
                "held",
                "gpu.example.com/n1/gpu-0",
                "consumers",
                "1");
        assertThat(at(6).blocker()).isEqualTo(Blocker.DRA);
        assertThat(at(6).why()).endsWith("the others are held by the claim lab/other.");
    }
}
