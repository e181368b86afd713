package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Objects as the API server gives them, of kinds that only some clusters have.
class OptionalKindTest {
    private static Map<String, String> attributes(Kind kind, String json) {
        var object = Serialization.unmarshal(json, GenericKubernetesResource.class);
        var optional = OptionalKind.ALL.stream()
                .filter(one -> one.kind() == kind)
                .findFirst()
                .orElseThrow();
        var observed = optional.observed().apply(object, "here").orElseThrow();
        assertThat(observed.object().kind()).isEqualTo(kind);
        return observed.attributes();
    }

    @Test
    void a_cohort_says_what_it_has_of_its_own_and_which_cohort_it_is_in() {
        assertThat(attributes(Kind.COHORT, """
            {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Cohort", "metadata": {"name": "research"},
              "spec": {"parentName": "company", "resourceGroups": [
                {"coveredResources": ["cpu", "nvidia.com/gpu"], "flavors": [
                  {"name": "h100", "resources": [
                    {"name": "cpu", "nominalQuota": "64", "borrowingLimit": "8"},
                    {"name": "nvidia.com/gpu", "nominalQuota": 8, "borrowingLimit": "4", "lendingLimit": 6}]}]}]}}
            """))
                .isEqualTo(Map.of(
                        "parent", "company",
                        "hard.h100/cpu", "64",
                        "hard.h100/nvidia.com/gpu", "8",
                        "borrowing_limit.h100/nvidia.com/gpu", "4",
                        "lending_limit.h100/nvidia.com/gpu", "6"));
    }

    @Test
    void a_group_of_volcano_says_how_many_start_together_and_why_they_do_not() {
        var told = attributes(Kind.VOLCANO_GROUP, """
            {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup",
              "metadata": {"name": "train-1", "namespace": "vision"},
              "spec": {"minMember": 8, "queue": "research", "minResources": {"cpu": "500m", "nvidia.com/gpu": "64"}},
              "status": {"phase": "Inqueue", "conditions": [
                {"type": "Unschedulable", "status": "True", "reason": "NotEnoughResources", "message": "8/8 tasks"},
                {"type": "Scheduled", "status": "True", "message": "once"}]}}
            """);
        assertThat(told)
                .isEqualTo(Map.of(
                        "min_member", "8",
                        "queue", "research",
                        "phase", "Inqueue",
                        "min.cpu", "0.5",
                        "min.nvidia.com/gpu", "64",
                        "reason.Unschedulable", "NotEnoughResources",
                        "message.Unschedulable", "8/8 tasks"));
    }

    @Test
    void of_a_group_that_runs_nobody_asks_why_it_waited() {
        var told = attributes(Kind.VOLCANO_GROUP, """
            {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "PodGroup",
              "metadata": {"name": "train-1", "namespace": "vision"}, "spec": {"minMember": 8},
              "status": {"phase": "Running", "conditions": [
                {"type": "Unschedulable", "status": "True", "reason": "NotEnoughResources", "message": "8/8 tasks"}]}}
            """);
        assertThat(told).isEqualTo(Map.of("min_member", "8", "phase", "Running"));
    }

    @Test
    void a_group_of_the_coscheduling_plugin_says_how_many_start_together() {
        assertThat(attributes(Kind.COSCHEDULING_GROUP, """
            {"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "PodGroup",
              "metadata": {"name": "train", "namespace": "vision"},
              "spec": {"minMember": 4, "scheduleTimeoutSeconds": 10}, "status": {"phase": "Pending", "running": 2}}
            """)).isEqualTo(Map.of("min_member", "4", "phase", "Pending"));
    }

    @Test
    void a_group_of_kai_says_the_reasons_of_its_latest_condition() {
        var told = attributes(Kind.KAI_GROUP, """
            {"apiVersion": "scheduling.run.ai/v2alpha2", "kind": "PodGroup",
              "metadata": {"name": "pg-train", "namespace": "vision"},
              "spec": {"minMember": 2, "queue": "team-a", "schedulingBackoff": 1},
              "status": {"schedulingConditions": [
                {"type": "UnschedulableOnNodePool", "nodePool": "default", "status": "True", "reason": "Unschedulable",
                  "lastTransitionTime": "2026-03-03T08:00:00Z", "message": "earlier"},
                {"type": "UnschedulableOnNodePool", "nodePool": "default", "status": "True", "reason": "Unschedulable",
                  "lastTransitionTime": "2026-03-03T08:30:00Z", "message": "all of it",
                  "reasons": [{"reason": "OverLimit", "message": "Limit is 4 GPUs"}]}]}}
            """);
        assertThat(told)
                .isEqualTo(Map.of(
                        "min_member", "2",
                        "queue", "team-a",
                        "backoff", "1",
                        "condition.UnschedulableOnNodePool", "true",
                        "reason.UnschedulableOnNodePool", "OverLimit",
                        "message.UnschedulableOnNodePool", "Limit is 4 GPUs"));
    }

    @Test
    void a_queue_of_volcano_says_what_it_may_have_and_has_of_what_is_judged() {
        assertThat(attributes(Kind.VOLCANO_QUEUE, """
            {"apiVersion": "scheduling.volcano.sh/v1beta1", "kind": "Queue", "metadata": {"name": "research"},
              "spec": {"weight": 1, "parent": "root", "capability": {"nvidia.com/gpu": "16", "pods": "10"},
                "deserved": {"nvidia.com/gpu": 8}},
              "status": {"state": "Open", "allocated": {"cpu": "32", "nvidia.com/gpu": "12"}}}
            """))
                .isEqualTo(Map.of(
                        "parent", "root",
                        "state", "Open",
                        "limit.nvidia.com/gpu", "16",
                        "deserved.nvidia.com/gpu", "8",
                        "used.cpu", "32",
                        "used.nvidia.com/gpu", "12"));
    }

    @Test
    void a_queue_of_kai_without_a_limit_gets_nothing_and_minus_one_is_no_limit() {
        assertThat(attributes(Kind.KAI_QUEUE, """
            {"apiVersion": "scheduling.run.ai/v2", "kind": "Queue", "metadata": {"name": "team-a"},
              "spec": {"parentQueue": "research", "resources": {"gpu": {"quota": 4, "limit": -1}}},
              "status": {"allocated": {"nvidia.com/gpu": "3500m"}, "allocatedNonPreemptible": {"nvidia.com/gpu": "2"}}}
            """))
                .isEqualTo(Map.of(
                        "parent", "research",
                        "deserved.nvidia.com/gpu", "4",
                        "used.nvidia.com/gpu", "3.5",
                        "non_preemptible.nvidia.com/gpu", "2"));
        assertThat(attributes(Kind.KAI_QUEUE, """
            {"apiVersion": "scheduling.run.ai/v2", "kind": "Queue", "metadata": {"name": "team-a"},
              "spec": {"resources": {"cpu": {"quota": -1, "limit": -1}}}}
            """))
                .isEqualTo(Map.of("limit.nvidia.com/gpu", "0", "deserved.nvidia.com/gpu", "0"));
    }

    @Test
    void a_node_in_the_making_says_what_it_will_be_and_how_far_it_has_come() {
        assertThat(attributes(Kind.NODE_CLAIM, claim("Unknown")))
                .isEqualTo(Map.ofEntries(
                        Map.entry("created", "2026-03-03T08:00:00Z"),
                        Map.entry("labels", "{\"karpenter_sh_nodepool\":\"gpu\"}"),
                        Map.entry("min.nvidia.com/gpu", "8"),
                        Map.entry("allocatable.nvidia.com/gpu", "8"),
                        Map.entry("taint.nvidia.com/gpu:NoSchedule", "true"),
                        Map.entry("requirement.topology.kubernetes.io/zone", "In a,b;NotIn b"),
                        Map.entry("condition.Launched", "true"),
                        Map.entry("condition.Registered", "true"),
                        Map.entry("condition.Initialized", "false"),
                        Map.entry("reason.Initialized", "ResourceNotRegistered"),
                        Map.entry("message.Initialized", "not yet")));
    }

    @Test
    void of_a_node_that_is_made_its_node_says_all() {
        assertThat(attributes(Kind.NODE_CLAIM, claim("True")))
                .containsOnlyKeys("created", "condition.Launched", "condition.Registered", "condition.Initialized");
    }

    private static String claim(String initialized) {
        return """
            {"apiVersion": "karpenter.sh/v1", "kind": "NodeClaim",
              "metadata": {"name": "gpu-x7", "creationTimestamp": "2026-03-03T08:00:00Z",
                "labels": {"karpenter.sh/nodepool": "gpu"}},
              "spec": {"taints": [{"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"}],
                "requirements": [
                  {"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["a", "b"]},
                  {"key": "topology.kubernetes.io/zone", "operator": "NotIn", "values": ["b"]}],
                "resources": {"requests": {"nvidia.com/gpu": "8"}}},
              "status": {"allocatable": {"nvidia.com/gpu": "8"}, "conditions": [
                {"type": "Launched", "status": "True", "lastTransitionTime": "2026-03-03T08:01:00Z"},
                {"type": "Registered", "status": "True"},
                {"type": "Initialized", "status": "%s", "reason": "ResourceNotRegistered", "message": "not yet"}]}}
            """.formatted(initialized);
    }
}
