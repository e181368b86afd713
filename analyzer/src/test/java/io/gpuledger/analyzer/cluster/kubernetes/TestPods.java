package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.stream.Collectors;

/// Makes pods of one container, named by their uid.
final class TestPods {
    private TestPods() {}

    /// @param node empty for one that is on none
    static Pod pod(String uid, String node, String phase, Map<String, String> requests) {
        var amounts = requests.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, each -> Quantity.parse(each.getValue())));
        return new PodBuilder()
                .withNewMetadata()
                .withName(uid)
                .withUid(uid)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .withRequests(amounts)
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase(phase)
                .endStatus()
                .build();
    }
}
