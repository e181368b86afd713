package io.gpuledger.simulator.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Gate;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Wait;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class ClusterMirrorTest {
    private static final long BEGIN = 1_800_000_000L;
    private static final Span DAY = new Span(BEGIN, BEGIN + 86_400);
    private static final String SCRIPT = """
        node n h100 8
        node m h100 8
        pod trainer vision on n/0,n/1 from 1h to 2h doing training
        cordoned m from 1h to 2h
        not-ready m from 2h to 3h
        """;

    private final List<KubernetesClient> clients = new ArrayList<>();
    /// Method and path of what the API does not take.
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(),
            new MockWebServer(),
            new HashMap<>(),
            new KubernetesCrudDispatcher() {
                @Override
                public MockResponse dispatch(RecordedRequest request) {
                    return refused.contains(request.getMethod() + " " + request.getPath())
                            ? new MockResponse().setResponseCode(422).setBody("{}")
                            : super.dispatch(request);
                }
            },
            false);

    @BeforeEach
    void start() {
        server.init(InetAddress.getLoopbackAddress(), 0);
    }

    @AfterEach
    void stop() {
        clients.forEach(KubernetesClient::close);
        try {
            server.destroy();
        } catch (IllegalStateException e) {
            // Now and then it waits in vain for a connection to be gone, which goes with the process.
            System.out.println("the API server has not ended: " + e.getMessage());
        }
    }

    private KubernetesClient client() {
        var client = server.createClient();
        clients.add(client);
        return client;
    }

    private ClusterMirror mirror(String script) {
        return new ClusterMirror(
                client(), Cluster.of(Script.read(script, DAY)).firstEntry().getValue());
    }

    @Test
    void a_pod_that_waits_says_why_and_is_bound_when_it_starts() {
        var story = Script.read(SCRIPT, DAY);
        var hold = story.holds().getFirst();
        var ask = Ask.of(Map.of(Resource.GPU, 2L)).selecting(Map.of("example.com/pool", "none"));
        var wait = new Wait(
                hold.pod(), "cluster-a", ask, new Span(BEGIN, BEGIN + 3600), Optional.of(Gate.OWNER), Optional.empty());
        var sole = new Pod(
                "uid",
                "vision",
                "sole",
                new Pod.Workload("Pod", "sole"),
                "vision",
                hold.pod().idleAfter());
        var vain = new Wait(sole, "cluster-a", ask, DAY, Optional.empty(), Optional.empty());
        var cluster = Cluster.of(story.with(List.of(wait, vain), List.of()));
        var mirror = new ClusterMirror(client(), cluster.firstEntry().getValue());

        mirror.set(BEGIN + 60);
        assertThat(scheduled("trainer"))
                .returns("False", PodCondition::getStatus)
                .returns("SchedulingGated", PodCondition::getReason);
        assertThat(pod("trainer").getSpec().getSchedulingGates()).hasSize(1);
        assertThat(scheduled("sole"))
                .returns("Unschedulable", PodCondition::getReason)
                .satisfies(condition -> assertThat(condition.getMessage())
                        .startsWith("0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector."));
        assertThat(pod("sole").getSpec().getNodeSelector()).containsEntry("example.com/pool", "none");

        mirror.set(BEGIN + 3600);
        assertThat(scheduled("trainer")).returns("True", PodCondition::getStatus);
        assertThat(pod("trainer").getSpec().getSchedulingGates()).isNullOrEmpty();
        assertThat(client().bindings().inNamespace("vision").withName("trainer").get())
                .returns("n", binding -> binding.getTarget().getName());
        assertThat(client().resourceQuotas()
                        .inNamespace("vision")
                        .withName("gpus")
                        .get())
                .satisfies(quota -> assertThat(quota.getStatus().getUsed())
                        .containsEntry("requests.nvidia.com/gpu", new Quantity("4")));
    }

    private io.fabric8.kubernetes.api.model.Pod pod(String name) {
        return Optional.ofNullable(
                        client().pods().inNamespace("vision").withName(name).get())
                .orElseThrow();
    }

    /// A real API server has one condition of a type; this one keeps the older ones before it.
    private PodCondition scheduled(String name) {
        return pod(name).getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .reduce((_, latest) -> latest)
                .orElseThrow();
    }

    private List<String> pods() {
        return client().pods().inAnyNamespace().list().getItems().stream()
                .map(pod -> pod.getMetadata().getNamespace() + "/"
                        + pod.getMetadata().getName())
                .toList();
    }

    private Node node(String name) {
        return Optional.ofNullable(client().nodes().withName(name).get()).orElseThrow();
    }

    /// An API server takes no pod of a namespace that lacks it.
    @Test
    void each_namespace_has_the_account_that_its_pods_run_as() {
        mirror(SCRIPT).set(BEGIN);

        assertThat(client().serviceAccounts().inAnyNamespace().list().getItems())
                .extracting(account -> account.getMetadata().getNamespace() + "/"
                        + account.getMetadata().getName())
                .contains("vision/default");
    }

    @Test
    void nodes_and_pods_come_and_go() {
        var mirror = mirror(SCRIPT);

        mirror.set(BEGIN);
        assertThat(client().nodes().list().getItems()).hasSize(2);
        assertThat(node("n").getStatus().getCapacity()).containsEntry("nvidia.com/gpu", new Quantity("8"));
        assertThat(pods()).isEmpty();

        mirror.set(BEGIN + 3600);
        assertThat(pods()).containsExactly("vision/trainer");
        var pod = client().pods().inNamespace("vision").withName("trainer").get();
        assertThat(pod.getSpec().getNodeName()).isEqualTo("n");
        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
        assertThat(pod.getSpec().getContainers().getFirst().getResources().getRequests())
                .containsEntry("nvidia.com/gpu", new Quantity("2"));

        mirror.set(BEGIN + 7200);
        assertThat(pods()).isEmpty();
    }

    @Test
    void a_node_changes_with_what_happens_to_it() {
        var mirror = mirror(SCRIPT);

        mirror.set(BEGIN);
        assertThat(node("m").getSpec().getUnschedulable()).isNull();

        mirror.set(BEGIN + 4000);
        assertThat(node("m").getSpec().getUnschedulable()).isTrue();
        assertThat(node("m").getSpec().getTaints()).hasSize(1);

        mirror.set(BEGIN + 8000);
        assertThat(node("m").getSpec().getUnschedulable()).isNull();
        assertThat(node("m").getStatus().getConditions().getFirst().getStatus()).isEqualTo("Unknown");
    }

    @Test
    void gpu_software_that_is_not_well_stays_the_same_pod() {
        var mirror = mirror("""
            node n h100 8
            unready n nvidia-dcgm-exporter from 1h to 2h
            condition n GpuXid from 1h to 2h
            """);

        mirror.set(BEGIN);
        var before = software();
        assertThat(ready(before)).isEqualTo("True");
        assertThat(owner(before)).isEqualTo("DaemonSet/nvidia-dcgm-exporter");

        mirror.set(BEGIN + 3600);
        assertThat(software().getMetadata().getUid())
                .isEqualTo(before.getMetadata().getUid());
        assertThat(ready(software())).isEqualTo("False");
        assertThat(node("n").getStatus().getConditions())
                .anyMatch(condition -> condition.getType().equals("GpuXid")
                        && condition.getStatus().equals("True"));

        mirror.set(BEGIN + 7200);
        assertThat(ready(software())).isEqualTo("True");
    }

    private io.fabric8.kubernetes.api.model.Pod software() {
        return client().pods().inNamespace("gpu-operator").list().getItems().getFirst();
    }

    private static String ready(io.fabric8.kubernetes.api.model.Pod pod) {
        return pod.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("ContainersReady"))
                .reduce((_, latest) -> latest)
                .map(PodCondition::getStatus)
                .orElseThrow();
    }

    @Test
    void whoever_begins_in_the_middle_finds_what_is_there_and_goes_on() {
        mirror(SCRIPT).set(BEGIN + 3600);

        var next = mirror(SCRIPT);
        next.set(BEGIN + 3700);
        next.set(BEGIN + 7200);

        assertThat(pods()).isEmpty();
        assertThat(client().nodes().list().getItems()).hasSize(2);
    }

    @Test
    void a_pods_owners_lead_to_its_deployment() {
        var story = Drawing.of(1, 10, DAY);
        var mirror = new ClusterMirror(client(), Cluster.of(story).firstEntry().getValue());

        mirror.set(BEGIN + 40_000);

        var sets = client().apps().replicaSets().inAnyNamespace().list().getItems();
        assertThat(sets).isNotEmpty().allSatisfy(set -> assertThat(owner(set)).startsWith("Deployment/"));
        assertThat(client().pods().inAnyNamespace().list().getItems())
                .extracting(ClusterMirrorTest::owner)
                .anyMatch(owner -> owner.startsWith("ReplicaSet/"))
                .anyMatch(owner -> owner.startsWith("PyTorchJob/"));
    }

    private static String owner(HasMetadata object) {
        var owner = object.getMetadata().getOwnerReferences().getFirst();
        return owner.getKind() + "/" + owner.getName();
    }

    @Test
    void what_ended_while_nobody_was_there_is_removed() {
        mirror(SCRIPT).set(BEGIN + 3600);
        assertThat(pods()).containsExactly("vision/trainer");

        mirror(SCRIPT).set(BEGIN + 8000);

        assertThat(pods()).isEmpty();
    }

    @Test
    void pods_of_others_are_left_alone() {
        client().pods()
                .inNamespace("kube-system")
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withName("dns")
                        .endMetadata()
                        .build())
                .create();

        mirror(SCRIPT).set(BEGIN + 8000);

        assertThat(pods()).containsExactly("kube-system/dns");
    }

    @Test
    void an_object_that_is_refused_is_tried_again_and_the_others_are_there() {
        var mirror = mirror(SCRIPT);
        refused.add("POST /api/v1/nodes");

        mirror.set(BEGIN + 3600);
        assertThat(pods()).containsExactly("vision/trainer");
        assertThat(client().nodes().list().getItems()).isEmpty();

        refused.clear();
        mirror.set(BEGIN + 3601);
        assertThat(client().nodes().list().getItems()).hasSize(2);
    }
}
