package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KueueTest {
    private static GenericKubernetesResource resource(String json) {
        return Serialization.unmarshal(json, GenericKubernetesResource.class);
    }

    @Test
    void a_workload_says_what_it_was_admitted_with_and_for_whom() {
        var told = Kueue.workload(resource("""
            {
              "apiVersion": "kueue.x-k8s.io/v1beta1", "kind": "Workload",
              "metadata": {
                "name": "job-train-1a2b", "namespace": "vision", "creationTimestamp": "2026-09-22T00:00:00Z",
                "ownerReferences": [{"apiVersion": "batch/v1", "kind": "Job", "name": "train", "uid": "u", "controller": true}]
              },
              "spec": {"queueName": "gpus", "podSets": [{"name": "main", "count": 2}, {"name": "driver", "count": 1}]},
              "status": {
                "conditions": [{"type": "Admitted", "status": "True", "lastTransitionTime": "2026-09-22T00:01:00Z"}],
                "admission": {"clusterQueue": "all", "podSetAssignments": [
                  {"name": "main", "count": 2, "flavors": {"cpu": "any", "nvidia.com/gpu": "h100"},
                    "resourceUsage": {"cpu": "16", "nvidia.com/gpu": "8"}},
                  {"name": "driver", "count": 1, "flavors": {"cpu": "any"}, "resourceUsage": {"cpu": "500m"}}
                ]}
              }
            }
            """), "here").orElseThrow();
        assertThat(told.attributes())
                .containsEntry("owner", "Job/train")
                .containsEntry("queue", "gpus")
                .containsEntry("pods.main", "2")
                .containsEntry("condition.Admitted", "true")
                .containsEntry("used.main/h100/nvidia.com/gpu", "8")
                .containsEntry("used.driver/any/cpu", "0.5");
    }

    @Test
    void a_workload_that_waits_was_admitted_with_nothing() {
        var told = Kueue.workload(resource("""
            {
              "apiVersion": "kueue.x-k8s.io/v1beta1", "kind": "Workload", "metadata": {"name": "w", "namespace": "vision"},
              "spec": {"queueName": "gpus", "podSets": [{"name": "main", "count": 2}]},
              "status": {"conditions": [{"type": "Admitted", "status": "False"}]}
            }
            """), "here").orElseThrow();
        assertThat(told.attributes().keySet()).noneMatch(name -> name.startsWith("used."));
    }

    @Test
    void a_workload_that_waits_says_what_its_pods_will_ask_for_and_what_keeps_it() {
        var told = Kueue.workload(resource("""
            {
              "apiVersion": "kueue.x-k8s.io/v1beta1", "kind": "Workload", "metadata": {"name": "w", "namespace": "vision"},
              "spec": {"queueName": "gpus", "active": false, "podSets": [
                {"name": "main", "count": 2, "template": {"spec": {
                  "initContainers": [
                    {"name": "proxy", "restartPolicy": "Always", "resources": {"requests": {"nvidia.com/gpu": 1}}},
                    {"name": "fetch", "resources": {"requests": {"nvidia.com/gpu": "2"}}}
                  ],
                  "containers": [
                    {"name": "a", "resources": {"requests": {"cpu": "2"}, "limits": {"nvidia.com/gpu": "4"}}},
                    {"name": "b", "resources": {"requests": {"nvidia.com/mig-1g.5gb": "1"}}}
                  ]}}},
                {"name": "driver", "count": 1, "template": {"spec": {"containers": [{"name": "a"}]}}}
              ]},
              "status": {"conditions": [
                {"type": "QuotaReserved", "status": "False", "reason": "Pending", "message": "insufficient quota"},
                {"type": "PodsReady", "status": "False", "reason": "Wait", "message": "not yet"}
              ]}
            }
            """), "here").orElseThrow();
        assertThat(told.attributes())
                .containsEntry("request.main.nvidia.com/gpu", "5")
                .containsEntry("request.main.nvidia.com/mig-1g.5gb", "1")
                .containsEntry("active", "false")
                .containsEntry("reason.QuotaReserved", "Pending")
                .containsEntry("message.QuotaReserved", "insufficient quota")
                .doesNotContainKeys("reason.PodsReady", "request.main.cpu", "request.driver.cpu");
    }

    @Test
    void of_a_workload_without_gpus_nobody_asks_why() {
        var told = Kueue.workload(resource("""
            {
              "apiVersion": "kueue.x-k8s.io/v1beta1", "kind": "Workload", "metadata": {"name": "w", "namespace": "vision"},
              "spec": {"queueName": "gpus", "podSets": [
                {"name": "main", "count": 2, "template": {"spec": {"containers": [
                  {"name": "a", "resources": {"requests": {"cpu": "2", "nvidia.com/gpu": "0"}}}]}}}]},
              "status": {"conditions": [{"type": "QuotaReserved", "status": "False", "reason": "Pending"}]}
            }
            """), "here").orElseThrow();
        assertThat(told.attributes().keySet())
                .containsExactlyInAnyOrder("queue", "pods.main", "condition.QuotaReserved");
    }

    @Test
    void a_queue_says_what_it_borrows_and_lends_of_gpus() {
        var told = Kueue.clusterQueue(resource("""
            {
              "apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "ClusterQueue", "metadata": {"name": "gpus"},
              "spec": {"cohortName": "research", "resourceGroups": [{"flavors": [
                {"name": "h100", "resources": [
                  {"name": "nvidia.com/gpu", "nominalQuota": 8, "borrowingLimit": "4", "lendingLimit": 0},
                  {"name": "cpu", "nominalQuota": 8, "borrowingLimit": "4"}]},
                {"name": "a100", "resources": [{"name": "nvidia.com/gpu", "nominalQuota": "16"}]}]}]},
              "status": {"flavorsReservation": [{"name": "h100", "resources": [
                {"name": "nvidia.com/gpu", "total": "10", "borrowed": "2"}, {"name": "cpu", "total": "3"}]}]}
            }
            """), "here").orElseThrow();
        assertThat(told.attributes())
                .isEqualTo(Map.of(
                        "cohort", "research",
                        "hard.h100/nvidia.com/gpu", "8",
                        "hard.h100/cpu", "8",
                        "hard.a100/nvidia.com/gpu", "16",
                        "borrowing_limit.h100/nvidia.com/gpu", "4",
                        "lending_limit.h100/nvidia.com/gpu", "0",
                        "reserved.h100/nvidia.com/gpu", "10"));
    }

    /// Kinds of others may have amounts that no kind of Kubernetes has.
    @Test
    void an_amount_is_written_with_as_many_digits_as_an_amount_can_have() {
        assertThat(Fields.quantity("1e400000000")).hasValue("9223372036854775807");
        assertThat(Fields.quantity("-1e400000000")).hasValue("-9223372036854775807");
        assertThat(Fields.quantity("1e-400000000")).hasValue("0.000000001");
        assertThat(Fields.quantity("0e400000000")).hasValue("0");
        assertThat(Fields.quantity("1e1000000000")).isEmpty();
        assertThat(Fields.quantity("1e99999999999")).isEmpty();
        assertThat(Fields.quantity("16")).hasValue("16");
        assertThat(Fields.quantity("1Ti")).hasValue("1099511627776");
    }
}
