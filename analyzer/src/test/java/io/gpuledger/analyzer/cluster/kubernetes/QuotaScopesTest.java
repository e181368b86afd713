package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;

class QuotaScopesTest {
    private static ObservedObject observed(String spec) {
        var quota = """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {namespace: vision, name: gpus}
            spec: %s
            status: {hard: {requests.nvidia.com/gpu: "16"}, used: {requests.nvidia.com/gpu: "9"}}
            """.formatted(spec);
        return OtherFacts.quota(new KubernetesSerialization().unmarshal(quota, ResourceQuota.class), "c")
                .orElseThrow();
    }

    @Test
    void a_quota_says_which_pods_it_is_about() {
        assertThat(observed("""
            {scopes: [NotTerminating], scopeSelector: {matchExpressions: [
              {scopeName: PriorityClass, operator: In, values: [high, low]},
              {scopeName: PriorityClass, operator: Exists},
              {scopeName: BestEffort, operator: Exists}]}}
            """.replace("\n", " ")).attributes())
                .containsEntry("scopes", "BestEffort; NotTerminating; PriorityClass Exists; PriorityClass In high,low")
                .containsEntry("hard.requests.nvidia.com/gpu", "16")
                .containsEntry("used.requests.nvidia.com/gpu", "9");
    }

    @Test
    void that_it_is_about_all_is_told_too() {
        assertThat(observed("{hard: {}}").attributes()).containsEntry("scopes", "");
    }
}
