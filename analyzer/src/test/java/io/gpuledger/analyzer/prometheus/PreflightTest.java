package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.source.Catalog;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreflightTest {
    private static final Catalog CATALOG = Catalog.of(List.of());

    private static final Instant NOW = Instant.parse("2026-11-29T05:48:30Z");

    private final Inventory inventory = new Inventory(CATALOG);

    private void series(String name, Labels labels, long... seconds) {
        if (inventory.series(name, labels)) {
            for (var second : seconds) {
                inventory.sample(second * 1_000, 1);
            }
        }
    }

    private void gpu(String metric, String id, long... seconds) {
        series(metric, Labels.of("UUID", id, "pod", "train-0", "namespace", "vision", "Hostname", "a"), seconds);
    }

    private void usual() {
        gpu("DCGM_FI_DEV_GPU_UTIL", "GPU-1", 0, 30, 60, 90);
        gpu("DCGM_FI_DEV_GPU_UTIL", "GPU-2", 0, 30, 60, 90);
        gpu("DCGM_FI_DEV_XID_ERRORS", "GPU-1", 0, 30);
        gpu("DCGM_FI_DEV_POWER_USAGE", "GPU-1", 0, 30);
        series("kube_node_info", Labels.of("node", "a"));
        series("kube_node_status_allocatable", Labels.of("node", "a"));
        series("kube_node_status_condition", Labels.of("node", "a"));
        series("kube_pod_container_resource_requests", Labels.of("pod", "train-0"));
        series("kube_pod_owner", Labels.of("pod", "train-0"));
        series("kube_pod_labels", Labels.of("pod", "train-0", "label_team", "vision"));
        series("kube_node_labels", Labels.of("node", "a", "label_zone", "b"));
    }

    private List<String> lacks() {
        return Preflight.of(inventory, CATALOG, Shard.ALL, NOW).lacks().stream()
                .map(Lack::what)
                .toList();
    }

    @Test
    void what_there_is_is_counted() {
        usual();

        assertThat(Preflight.of(inventory, CATALOG, Shard.ALL, NOW).has())
                .isEqualTo("2 GPUs (2 with the pod that holds them), nodes: 1,"
                        + " series that mean something: 11, a sample each 30 s, as of 2026-11-29T05:48:00Z");
    }

    @Test
    void dcgm_exporters_usual_list_lacks_sm_active_and_how_gpus_are_shared() {
        usual();

        assertThat(lacks()).containsExactly("SM_ACTIVE", "into how many replicas GPUs are shared");
    }

    @Test
    void with_sm_active_and_holders_nothing_is_lacking() {
        usual();
        gpu("DCGM_FI_PROF_SM_ACTIVE", "GPU-1", 0, 30);
        gpu("gpu_holder_info", "GPU-1", 0, 30);

        assertThat(lacks()).isEmpty();
        assertThat(Preflight.of(inventory, CATALOG, Shard.ALL, NOW).text()).contains("It lacks nothing.");
    }

    @Test
    void with_the_page_of_hami_it_is_known_who_shares_gpus() {
        usual();
        series("hami_vgpu_core_allocated_ratio", Labels.of("device_uuid", "GPU-1", "pod", "train-0"));

        assertThat(lacks()).containsExactly("SM_ACTIVE");
    }

    @Test
    void where_no_gpu_is_told_of_that_comes_first_with_where_to_look() {
        var preflight = Preflight.of(inventory, CATALOG, Shard.ALL, NOW);

        assertThat(preflight.gpus()).isZero();
        assertThat(preflight.lacks().getFirst().what()).isEqualTo("series of any GPU");
        assertThat(preflight.text()).contains("there is nothing to report", "--prometheus-headers");
    }

    @Test
    void without_activity_or_pods_each_is_named_with_its_cost() {
        series("DCGM_FI_DEV_GPU_TEMP", Labels.of("UUID", "GPU-1"), 0, 30);

        assertThat(lacks())
                .contains("how active GPUs are", "which pod holds which GPU", "XID errors", "power and energy")
                .doesNotContain("SM_ACTIVE");
    }

    @Test
    void without_kube_state_metrics_each_series_that_is_missing_is_named() {
        gpu("DCGM_FI_PROF_SM_ACTIVE", "GPU-1", 0, 30);

        assertThat(lacks())
                .contains(
                        "kube_node_status_allocatable",
                        "kube_pod_container_resource_requests",
                        "kube_pod_owner",
                        "kube_node_status_condition",
                        "labels of pods and namespaces",
                        "labels of nodes");
    }

    @Test
    void slow_scrapes_and_gaps_are_seen_in_the_times_of_samples() {
        usual();
        gpu(
                "DCGM_FI_PROF_SM_ACTIVE",
                "GPU-3",
                0,
                300,
                600,
                900,
                1_200,
                1_500,
                1_800,
                2_100,
                2_400,
                2_700,
                3_000,
                3_300);

        assertThat(lacks()).contains("a sample a minute");
    }

    @Test
    void gaps_are_told_with_how_many_there_are() {
        usual();
        gpu("DCGM_FI_PROF_SM_ACTIVE", "GPU-3", 0, 30, 60, 200, 230);

        assertThat(lacks()).anyMatch(lack -> lack.startsWith("samples without gaps (8.3 %"));
    }

    @Test
    void a_shard_without_the_cluster_lacks_nothing_of_it_and_says_which_it_is() {
        var preflight = Preflight.of(inventory, CATALOG, new Shard(2, 4), NOW);

        assertThat(preflight.lacks()).extracting(Lack::what).containsExactly("series of any GPU of shard 2/4");
        assertThat(preflight.has()).doesNotContain("nodes");
    }
}
