package io.gpuledger.analyzer.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GpuStackTest {
    private static final String CONTAINERS = "condition.ContainersReady";
    private static final String POD = "condition.Ready";

    private static boolean isWell(Map<String, String> pod) {
        return GpuStack.ofPod("p", "DaemonSet/nvidia-dcgm-exporter", new TreeMap<>(pod))
                .isEmpty();
    }

    @Test
    void a_pod_is_as_well_as_its_containers_and_where_nobody_tells_of_them_as_it_is_ready() {
        assertThat(isWell(Map.of(CONTAINERS, "false", POD, "false"))).isFalse();
        assertThat(isWell(Map.of(POD, "false"))).isFalse();
        assertThat(isWell(Map.of(POD, "true"))).isTrue();
        assertThat(isWell(Map.of())).isTrue();
        // A node that is away makes its pods unready, and nobody knows of their containers.
        assertThat(isWell(Map.of(CONTAINERS, "true", POD, "false"))).isTrue();
    }
}
