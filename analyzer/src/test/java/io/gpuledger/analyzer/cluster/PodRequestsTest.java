package io.gpuledger.analyzer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.PodRequests.Init;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodRequestsTest {
    private static final List<Map<String, Long>> NONE = List.of();

    private static Map<String, Long> cpu(long amount) {
        return Map.of("cpu", amount);
    }

    private static Init init(long amount) {
        return new Init(false, cpu(amount));
    }

    private static Init sidecar(long amount) {
        return new Init(true, cpu(amount));
    }

    @Test
    void containers_run_together() {
        assertThat(PodRequests.of(List.of(), List.of(cpu(1), Map.of("cpu", 2L, "memory", 5L)), Map.of()))
                .isEqualTo(Map.of("cpu", 3L, "memory", 5L));
    }

    @Test
    void init_containers_run_one_by_one_before_them() {
        assertThat(PodRequests.of(List.of(init(4), init(7)), List.of(cpu(5)), Map.of()))
                .isEqualTo(cpu(7));
        assertThat(PodRequests.of(List.of(init(4)), List.of(cpu(5)), Map.of())).isEqualTo(cpu(5));
    }

    @Test
    void a_sidecar_runs_beside_all_that_come_after_it() {
        assertThat(PodRequests.of(List.of(sidecar(2), init(4)), List.of(cpu(3)), Map.of()))
                .isEqualTo(cpu(6));
        assertThat(PodRequests.of(List.of(init(4), sidecar(2)), List.of(cpu(1)), Map.of()))
                .isEqualTo(cpu(4));
        assertThat(PodRequests.of(List.of(sidecar(2), sidecar(3)), NONE, Map.of()))
                .isEqualTo(cpu(5));
    }

    @Test
    void the_overhead_comes_on_top() {
        assertThat(PodRequests.of(List.of(init(4)), List.of(cpu(3)), Map.of("cpu", 1L, "memory", 9L)))
                .isEqualTo(Map.of("cpu", 5L, "memory", 9L));
    }

    @Test
    void amounts_beyond_all_numbers_stay_the_most_there_is() {
        assertThat(PodRequests.of(List.of(), List.of(cpu(Long.MAX_VALUE), cpu(1)), Map.of()))
                .isEqualTo(cpu(Long.MAX_VALUE));
    }
}
