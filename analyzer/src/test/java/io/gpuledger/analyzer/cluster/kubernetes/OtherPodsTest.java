package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OtherPodsTest {
    private final OtherPods others = new OtherPods("c");

    private static Node node(String name, String resource) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewStatus()
                .addToCapacity(resource, Quantity.parse("8"))
                .endStatus()
                .build();
    }

    private static Pod pod(String uid, String node, String phase, String resource, String amount) {
        return TestPods.pod(uid, node, phase, Map.of(resource, amount));
    }

    private Map<String, Optional<Map<String, String>>> changes() {
        var changes = new TreeMap<String, Optional<Map<String, String>>>();
        others.changes().forEach(load -> {
            assertThat(load.object().kind()).isEqualTo(Kind.OTHER_PODS);
            changes.put(load.object().name(), load.observed().map(ObservedObject::attributes));
        });
        return changes;
    }

    private static Map<String, Optional<Map<String, String>>> sum(String pods, String cores) {
        return Map.of("gpu-1", Optional.of(Map.of("request.pods", pods, "request.cpu", cores)));
    }

    @Test
    void the_requests_of_a_node_are_added_up_and_told_once() {
        others.seen(pod("a", "gpu-1", "Running", "cpu", "1500m"));
        others.seen(node("gpu-1", "nvidia.com/gpu"));
        others.seen(pod("b", "gpu-1", "Pending", "cpu", "250m"));

        assertThat(changes()).isEqualTo(sum("2", "1.75"));
        assertThat(changes()).isEmpty();
    }

    @Test
    void a_pod_that_ends_moves_or_goes_takes_its_requests_with_it() {
        others.seen(node("gpu-1", "nvidia.com/gpu"));
        others.seen(pod("a", "gpu-1", "Running", "cpu", "1"));
        others.seen(pod("b", "gpu-1", "Running", "cpu", "2"));
        others.seen(pod("c", "gpu-1", "Running", "cpu", "4"));
        assertThat(changes()).isEqualTo(sum("3", "7"));

        others.seen(pod("b", "gpu-1", "Succeeded", "cpu", "2"));
        others.gone(ObjectId.pod("c", "", "c", "c"));
        others.gone(ObjectId.pod("c", "", "c", "c"));
        assertThat(changes()).isEqualTo(sum("1", "1"));

        others.seen(pod("a", "gpu-1", "Failed", "cpu", "1"));
        assertThat(changes()).isEqualTo(Map.of("gpu-1", Optional.of(Map.of("request.pods", "0"))));
    }

    @Test
    void a_pod_that_is_seen_again_as_it_was_changes_nothing() {
        others.seen(node("gpu-1", "nvidia.com/gpu"));
        others.seen(pod("a", "gpu-1", "Running", "cpu", "1"));
        changes();

        others.seen(pod("a", "gpu-1", "Running", "cpu", "1"));

        assertThat(changes()).isEmpty();
    }

    @Test
    void pods_that_ask_for_gpus_and_pods_on_no_node_are_not_among_them() {
        others.seen(node("gpu-1", "nvidia.com/gpu"));
        others.seen(pod("a", "gpu-1", "Running", "nvidia.com/gpu", "1"));
        others.seen(pod("b", "", "Pending", "cpu", "1"));

        assertThat(changes()).isEqualTo(Map.of("gpu-1", Optional.of(Map.of("request.pods", "0"))));
    }

    @Test
    void nodes_without_gpus_are_not_told_of_and_one_that_loses_them_or_goes_is_told_of_as_gone() {
        others.seen(node("cpu-1", "cpu"));
        others.seen(pod("a", "cpu-1", "Running", "cpu", "1"));
        others.seen(node("gpu-1", "nvidia.com/gpu"));
        others.seen(node("gpu-2", "nvidia.com/gpu"));
        assertThat(changes()).containsOnlyKeys("cpu-1", "gpu-1", "gpu-2").containsEntry("cpu-1", Optional.empty());

        others.seen(node("gpu-1", "cpu"));
        others.gone(ObjectId.named("c", Kind.NODE, "gpu-2"));

        assertThat(changes()).isEqualTo(Map.of("gpu-1", Optional.empty(), "gpu-2", Optional.empty()));
    }
}
