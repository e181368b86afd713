package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
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
}
