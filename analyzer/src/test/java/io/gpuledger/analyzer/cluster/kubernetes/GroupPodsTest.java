package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GroupPodsTest {
    private static final String GPU = "nvidia.com/gpu";

    private final GroupPods groups = new GroupPods("c");

    private static Pod pod(String uid, String resource, String node, String phase) {
        var pod = TestPods.pod(uid, node, phase, Map.of(resource, "1"));
        pod.getMetadata().setNamespace("lab");
        pod.getMetadata().getAnnotations().put("scheduling.k8s.io/group-name", "train");
        return pod;
    }

    private Map<String, Optional<Map<String, String>>> changes() {
        var changes = new TreeMap<String, Optional<Map<String, String>>>();
        groups.changes()
                .forEach(load ->
                        changes.put(load.object().name(), load.observed().map(ObservedObject::attributes)));
        return changes;
    }

    private static Map<String, Optional<Map<String, String>>> counts(String existing, String placed) {
        return Map.of("volcano/train", Optional.of(Map.of("existing", existing, "placed", placed)));
    }

    @Test
    void a_launcher_without_gpus_counts_among_those_that_have_some() {
        groups.seen(pod("worker", GPU, "", "Pending"));
        groups.seen(pod("launcher", "cpu", "", "Pending"));
        assertThat(changes()).isEqualTo(counts("1", "0"));

        groups.seen(pod("launcher", "cpu", "n1", "Running"));
        assertThat(changes()).isEqualTo(counts("1", "1"));
        assertThat(changes()).isEmpty();
    }

    /// Annotations may take a quarter of a megabyte.
    @Test
    void a_group_whose_name_is_longer_than_names_can_be_is_none() {
        var pod = pod("worker", GPU, "", "Pending");
        pod.getMetadata().getAnnotations().put("scheduling.k8s.io/group-name", "x".repeat(254));
        groups.seen(pod);

        assertThat(changes()).isEmpty();
    }

    @Test
    void a_group_in_which_nobody_asks_for_gpus_is_not_told_of() {
        groups.seen(pod("a", "cpu", "", "Pending"));
        groups.seen(pod("b", "cpu", "", "Pending"));

        assertThat(changes()).isEqualTo(Map.of("volcano/train", Optional.empty()));
    }

    @Test
    void who_failed_or_is_gone_counts_no_more() {
        groups.seen(pod("worker", GPU, "", "Pending"));
        groups.seen(pod("a", "cpu", "n1", "Running"));
        groups.seen(pod("b", "cpu", "n1", "Running"));
        groups.seen(pod("a", "cpu", "n1", "Failed"));
        assertThat(changes()).isEqualTo(counts("1", "1"));

        groups.gone("b");
        assertThat(changes()).isEqualTo(Map.of("volcano/train", Optional.empty()));
    }
}
