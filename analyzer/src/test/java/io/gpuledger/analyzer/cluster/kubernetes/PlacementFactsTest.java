package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.gpuledger.analyzer.cluster.Annotations;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlacementFactsTest {
    private static final String WAITING = """
        apiVersion: v1
        kind: Pod
        metadata: {namespace: vision, name: train-0, uid: u-1}
        spec:
          nodeSelector: {nvidia.com/gpu.product: H100}
          tolerations:
          - {key: dedicated, operator: Equal, value: vision, effect: NoSchedule}
          schedulingGates:
          - {name: kueue.x-k8s.io/admission}
          - {name: example.org/licence}
          schedulerName: default-scheduler
          overhead: {cpu: 250m}
          initContainers:
          - name: fetch
            env: [{name: TOKEN, value: secret}]
            resources: {requests: {cpu: "4", memory: 1Gi}}
          - name: proxy
            restartPolicy: Always
            resources: {requests: {cpu: 500m}}
          containers:
          - name: main
            image: example.org/train
            env: [{name: TOKEN, value: secret}]
            ports: [{containerPort: 80}, {containerPort: 90, hostPort: 90}]
            resources: {requests: {cpu: "2", nvidia.com/gpu: "8"}, limits: {nvidia.com/gpu: "8"}}
          volumes:
          - {name: data, persistentVolumeClaim: {claimName: data}}
          - {name: disk, rbd: {image: a, monitors: [m]}}
          - {name: keys, secret: {secretName: keys}}
        status:
          phase: Pending
          nominatedNodeName: node-7
          conditions:
          - type: PodScheduled
            status: "False"
            reason: Unschedulable
            message: "0/4 nodes are available: 4 Insufficient nvidia.com/gpu."
            lastTransitionTime: "2026-03-01T11:30:00Z"
          - {type: Ready, status: "True", lastTransitionTime: "2026-03-01T11:40:00Z"}
          - {type: Initialized, status: "True"}
        """;

    private static ObservedObject observed(String pod) {
        return PodFacts.observed(
                        new KubernetesSerialization().unmarshal(pod, Pod.class), "c", new Annotations(Set.of()))
                .orElseThrow();
    }

    @Test
    void what_scheduling_goes_by_is_kept_of_a_spec_and_nothing_of_what_containers_run() {
        assertThat(observed(WAITING).attributes().get("spec")).isEqualTo("""
            {"containers":[{"name":"main","ports":[{"containerPort":90,"hostPort":90}],\
            "resources":{"limits":{"nvidia.com/gpu":"8"},"requests":{"cpu":"2","nvidia.com/gpu":"8"}}}],\
            "initContainers":[{"name":"fetch","resources":{"requests":{"cpu":"4","memory":"1Gi"}}},\
            {"name":"proxy","resources":{"requests":{"cpu":"500m"}},"restartPolicy":"Always"}],\
            "nodeSelector":{"nvidia.com/gpu.product":"H100"},"overhead":{"cpu":"250m"},\
            "schedulingGates":[{"name":"kueue.x-k8s.io/admission"},{"name":"example.org/licence"}],\
            "tolerations":[{"effect":"NoSchedule","key":"dedicated","operator":"Equal","value":"vision"}],\
            "volumes":[{"name":"data","persistentVolumeClaim":{"claimName":"data"}},\
            {"name":"disk","rbd":{"image":"a","monitors":["m"]}}]}\
            """);
    }

    /// Its containers and its sidecar request 2.5 cores together. The first init container runs alone and takes 4, and
    /// the runtime 0.25 more.
    @Test
    void what_a_pod_needs_beyond_what_its_containers_request_is_told() {
        assertThat(observed(WAITING).attributes())
                .containsEntry("extra.cpu", "1.75")
                .containsEntry("extra.memory", "1073741824")
                .doesNotContainKey("extra.nvidia.com/gpu");
    }

    @Test
    void what_keeps_it_waiting_is_told_and_since_when() {
        var observed = observed(WAITING);

        assertThat(observed.attributes())
                .containsEntry("gates", "kueue.x-k8s.io/admission,example.org/licence")
                .containsEntry("nominated", "node-7")
                .containsEntry("condition.PodScheduled", "false")
                .containsEntry("reason.PodScheduled", "Unschedulable")
                .containsEntry("message.PodScheduled", "0/4 nodes are available: 4 Insufficient nvidia.com/gpu.")
                .containsEntry("condition.Ready", "true")
                .doesNotContainKey("condition.Initialized");
        assertThat(observed.since())
                .isEqualTo(Map.of(
                        "condition.PodScheduled", millis("2026-03-01T11:30:00Z"),
                        "condition.Ready", millis("2026-03-01T11:40:00Z")));
    }

    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }

    @Test
    void a_folder_of_the_node_is_told_and_not_which() {
        assertThat(observed(WAITING).attributes()).doesNotContainKey("folder");

        var observed = observed(
                WAITING.replace("secret: {secretName: keys}", "hostPath: {path: /mnt/scratch, type: Directory}"));

        assertThat(observed.attributes()).containsEntry("folder", "true");
        assertThat(observed.attributes().get("spec")).doesNotContain("scratch");
    }

    @Test
    void annotations_that_keep_it_on_its_node_are_told_and_no_others() {
        var observed = observed(WAITING.replace(
                "uid: u-1", "uid: u-1, annotations: {karpenter.sh/do-not-disrupt: \"true\", other: secret}"));

        assertThat(observed.attributes()).containsEntry("annotations", "{\"karpenter_sh_do_not_disrupt\":\"true\"}");
    }

    @Test
    void a_spec_that_is_too_long_is_not_kept_and_that_is_said() {
        var observed = observed(WAITING.replace("value: vision", "value: " + "v".repeat(100_000)));

        assertThat(observed.attributes())
                .doesNotContainKey("spec")
                .containsEntry("gates", "kueue.x-k8s.io/admission,example.org/licence");
        assertThat(observed.attributes().get("unread"))
                .matches("its spec takes 100,\\d{3} characters, and no more than 65,536 are kept");
    }

    @Test
    void a_long_message_is_cut_and_one_with_control_characters_is_left_out() {
        assertThat(observed(WAITING.replace("0/4 nodes", "n".repeat(5_000)))
                        .attributes()
                        .get("message.PodScheduled"))
                .hasSize(1024);
        assertThat(observed(WAITING.replace("0/4 nodes", "\\u001b[31m")).attributes())
                .doesNotContainKey("message.PodScheduled");
    }

    @Test
    void labels_that_take_too_much_are_not_kept_and_that_is_said() {
        var observed = observed(WAITING.replace("uid: u-1", "uid: u-1, labels: {a: " + "v".repeat(70_000) + "}"));

        assertThat(observed.attributes())
                .doesNotContainKey("labels")
                .containsEntry("unread", "its labels take 70,008 characters, and no more than 65,536 are kept");
    }

    @Test
    void of_many_gates_the_first_are_told() {
        var gate = "- {name: example.org/licence}";
        var observed = observed(WAITING.replace(gate, (gate + "\n  ").repeat(39) + gate));

        assertThat(observed.attributes().getOrDefault("gates", "").split(",", -1))
                .hasSize(16);
    }

    /// A pod may say of its owner what it likes, and it is asked for by that.
    @Test
    void an_owner_whose_name_is_no_name_is_none() {
        assertThat(owner("apps/v1", "ReplicaSet", "web-1")).isEqualTo("ReplicaSet/web-1");
        assertThat(owner("kubeflow.org/v1", "PyTorchJob", "a.b-c")).isEqualTo("PyTorchJob/a.b-c");
        assertThat(owner("apps/v1", "ReplicaSet", "../../secrets/x")).isNull();
        assertThat(owner("apps/v1", "ReplicaSet", "..")).isNull();
        assertThat(owner("v1", "Pods?limit=100000&x=", "a")).isNull();
        assertThat(owner("v1/../../v1", "Pod", "a")).isNull();
        assertThat(owner("apps/v1", "K".repeat(5_000), "a")).isNull();
        assertThat(owner("apps/v1", "ReplicaSet", "n".repeat(100_000))).isNull();
    }

    private static @Nullable String owner(String apiVersion, String kind, String name) {
        var metadata = "uid: u-1, ownerReferences: [{controller: true, apiVersion: '%s', kind: '%s', name: '%s'}]"
                .formatted(apiVersion, kind, name);
        return observed(WAITING.replace("uid: u-1", metadata)).attributes().get("owner");
    }
}
