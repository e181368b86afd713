package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.read.Matcher;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.source.Catalog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WantedTest {
    private static final Catalog CATALOG = Catalog.of(List.of());
    private static final Set<String> CLUSTER = Set.of("kube_node_info");
    /// In the first of two shards, and in the second.
    private static final String FIRST = "GPU-0c1d2e3f-0000";

    private static final String SECOND = "GPU-f0e1d2c3-0000";

    private static Wanted wanted(String shard) {
        return Wanted.of(CATALOG, CLUSTER, Shard.parse(shard));
    }

    /// Returns which of these series are passed on, whatever a server gives.
    private static List<String> passed(String shard, List<List<String>> all) {
        var passed = new ArrayList<String>();
        var sink = wanted(shard).sieved(new SeriesSink() {
            @Override
            public boolean series(String name, Labels labels) {
                passed.add(name + labels);
                return true;
            }

            @Override
            public void sample(long millis, double value) {
                // Only series count.
            }
        });
        for (var labels : all) {
            var series = Labels.of(labels.subList(1, labels.size()));
            assertThat(sink.series(labels.getFirst(), series)).isEqualTo(passed.contains(labels.getFirst() + series));
        }
        return passed;
    }

    @Test
    void who_wants_all_asks_one_question_without_a_pattern_of_ids() {
        assertThat(wanted("1/1").questions())
                .hasSize(1)
                .allSatisfy(question ->
                        assertThat(question).extracting(Matcher::name).containsExactly(Matcher.METRIC_NAME));
        assertThat(wanted("1/1").questions().getFirst().getFirst().value())
                .contains("kube_node_info", "DCGM_FI_DEV_GPU_UTIL", "gpu_holder_info", "nvidia_smi_gpu_info");
    }

    @Test
    void all_metrics_are_asked_for_by_each_shard_but_those_of_the_cluster() {
        var all = new ArrayList<>(CATALOG.metrics());
        assertThat(metrics("2/2")).containsExactlyInAnyOrderElementsOf(all);
        all.addAll(CLUSTER);
        assertThat(metrics("1/2")).containsExactlyInAnyOrderElementsOf(all);
    }

    private static Set<String> metrics(String shard) {
        var metrics = new HashSet<String>();
        wanted(shard)
                .questions()
                .forEach(question ->
                        metrics.addAll(List.of(question.getFirst().value().split("\\|"))));
        return metrics;
    }

    @Test
    void gpus_of_others_are_passed_over_whatever_label_names_them_and_wherever_a_scraper_moved_it() {
        var mine = List.of(
                List.of("DCGM_FI_DEV_GPU_UTIL", "UUID", FIRST),
                List.of("DCGM_FI_DEV_GPU_UTIL", "UUID", FIRST, "GPU_I_ID", "3"),
                List.of("DCGM_FI_DEV_GPU_UTIL", "UUID", SECOND, "exported_UUID", FIRST),
                List.of("dcgm_gpu_utilization", "uuid", FIRST),
                List.of("gpu_utilization_ratio", "uuid", FIRST),
                List.of("nvidia_smi_gpu_info", "uuid", FIRST.substring(4)),
                List.of("kube_node_info", "node", "a"));
        var others = List.of(
                List.of("DCGM_FI_DEV_GPU_UTIL", "UUID", SECOND),
                List.of("DCGM_FI_DEV_GPU_UTIL", "UUID", SECOND, "GPU_I_ID", "3"),
                List.of("DCGM_FI_DEV_GPU_UTIL", "UUID", FIRST, "exported_UUID", SECOND),
                List.of("dcgm_gpu_utilization", "uuid", SECOND),
                List.of("gpu_utilization_ratio", "uuid", SECOND),
                List.of("nvidia_smi_gpu_info", "uuid", SECOND.substring(4)));
        var all = new ArrayList<>(mine);
        all.addAll(others);

        assertThat(passed("1/2", all)).hasSameSizeAs(mine).containsAll(passed("1/2", mine));
        assertThat(passed("2/2", all)).hasSameSizeAs(others).containsAll(passed("2/2", others));
        assertThat(passed("1/1", all)).hasSameSizeAs(all);
    }
}
