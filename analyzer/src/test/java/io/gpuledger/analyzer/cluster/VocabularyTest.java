package io.gpuledger.analyzer.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.time.Change;
import io.gpuledger.analyzer.time.Timeline;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VocabularyTest {
    @Test
    void only_gpus_are_gpus_and_not_all_that_is_nvidia_s() {
        assertThat(List.of("nvidia.com/gpu", "nvidia.com/gpu.shared", "nvidia.com/mig-1g.10gb", "amd.com/gpu"))
                .allMatch(Resource::isGpu);
        assertThat(List.of("nvidia.com/hostdev", "nvidia.com/rdma_shared_device_a", "nvidia.com/sriov_ib", "cpu"))
                .noneMatch(Resource::isGpu);
    }

    @Test
    void a_label_is_named_as_kube_state_metrics_names_it() {
        assertThat(LabelName.normal("gpu-ledger.io/idle-after")).isEqualTo("gpu_ledger_io_idle_after");
        assertThat(LabelName.normal("app.kubernetes.io/managedBy")).isEqualTo("app_kubernetes_io_managed_by");
        assertThat(LabelName.normal("gpu_ledger_io_idle_after")).isEqualTo("gpu_ledger_io_idle_after");
    }

    @Test
    void resources_get_their_names_back() {
        assertThat(List.of(
                        Resource.canonical("nvidia_com_gpu"),
                        Resource.canonical("nvidia_com_gpu_shared"),
                        Resource.canonical("nvidia_com_mig_3g_40gb"),
                        Resource.canonical("nvidia_com_mig_1g_10gb_me"),
                        Resource.canonical("amd_com_gpu"),
                        Resource.canonical("gpu_intel_com_i915"),
                        Resource.canonical("hugepages_2Mi"),
                        Resource.canonical("ephemeral_storage"),
                        Resource.canonical("cpu")))
                .containsExactly(
                        "nvidia.com/gpu",
                        "nvidia.com/gpu.shared",
                        "nvidia.com/mig-3g.40gb",
                        "nvidia.com/mig-1g.10gb.me",
                        "amd.com/gpu",
                        "gpu.intel.com/i915",
                        "hugepages-2Mi",
                        "ephemeral-storage",
                        "cpu");
    }

    @Test
    void amounts_are_kept_exactly_and_cpus_counted_in_thousandths() {
        assertThat(Resource.text(1.5e12)).isEqualTo("1500000000000");
        assertThat(Resource.text(0)).isEqualTo("0");
        assertThat(Resource.text(new BigDecimal("0.500"))).isEqualTo("0.5");
        assertThat(Resource.amount("cpu", "0.5")).isEqualTo(OptionalLong.of(500));
        assertThat(Resource.amount("requests.cpu", "2")).isEqualTo(OptionalLong.of(2_000));
        assertThat(Resource.amount("memory", "1500000000000")).isEqualTo(OptionalLong.of(1_500_000_000_000L));
        assertThat(Resource.amount("memory", "much")).isEmpty();
        assertThat(Resource.amount("memory", "1e99")).isEmpty();
    }

    @Test
    void pairs_are_read_as_they_were_written() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var words = List.of("", "a", "\"", "\\", "\\\"", "{\"x\":\"y\"}", "\n\t", "ä🂡", "\\u0041", ",:");
        for (var i = 0; i < 500; i++) {
            var pairs = new TreeMap<String, String>();
            for (var k = random.nextInt(5); k > 0; k--) {
                pairs.put(
                        words.get(random.nextInt(words.size())) + words.get(random.nextInt(words.size())),
                        words.get(random.nextInt(words.size())));
            }
            assertThat(Pairs.of(Pairs.text(pairs))).isEqualTo(pairs);
        }
        assertThat(Pairs.text(Map.of("b", "1", "a", "\"2\""))).isEqualTo("{\"a\":\"\\\"2\\\"\",\"b\":\"1\"}");
    }

    @Test
    void a_timeline_says_what_was_when() {
        var timeline = Timeline.of(Map.of(
                10L, Optional.of("a"), 20L, Optional.of("a"), 30L, Optional.<String>empty(), 40L, Optional.of("b")));

        assertThat(timeline.changes()).extracting(Change::since).containsExactly(10L, 30L, 40L);
        assertThat(List.of(timeline.at(9), timeline.at(10), timeline.at(29), timeline.at(30), timeline.at(99)))
                .containsExactly(
                        Optional.empty(), Optional.of("a"), Optional.of("a"), Optional.empty(), Optional.of("b"));
        assertThat(timeline.map(_ -> 1).changes()).hasSize(3);
        assertThatThrownBy(() ->
                        new Timeline<>(List.of(new Change<>(2, Optional.of("a")), new Change<>(1, Optional.of("b")))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
