package io.gpuledger.analyzer.failures;

import static io.gpuledger.analyzer.failures.DrawnFleet.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.FindingKind;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TogetherTest {
    private static final long MINUTE = 60_000;

    private static List<String> words(FailureReport report) {
        return report.together().stream()
                .map(one -> "%s %s: %d of %d"
                        .formatted(one.kind(), one.name(), one.failures().size(), one.nodes()))
                .toList();
    }

    private static DrawnFleet noisy(int seed) {
        return new DrawnFleet(128).failingAtRandom(new SplittableRandom(seed), 5);
    }

    @Test
    void nodes_of_a_rack_that_fail_within_minutes_have_the_rack_in_common() {
        var fleet = noisy(1);
        IntStream.range(32, 40).forEach(node -> fleet.fails(node, 12 * DAY + (node - 32) * MINUTE));

        assertThat(words(fleet.report())).containsExactly("topology_kubernetes_io_rack r2: 8 of 16");
    }

    @Test
    void nodes_of_both_racks_of_a_switch_have_the_switch_in_common() {
        var fleet = noisy(2);
        IntStream.range(40, 56).forEach(node -> fleet.fails(node, 12 * DAY + (node - 40) * MINUTE / 2));

        assertThat(words(fleet.report())).containsExactly("network_topology_nvidia_com_leaf s1: 16 of 32");
    }

    @Test
    void nodes_of_a_job_that_is_spread_over_racks_have_the_job_in_common() {
        var fleet = noisy(3);
        for (var i = 0; i < 4; i++) {
            fleet.fails(5 + 30 * i, 12 * DAY + i * MINUTE, "ai/train-" + i);
        }
        var pods = Set.of("ai/train-0", "ai/train-1", "ai/train-2", "ai/train-3");

        assertThat(words(fleet.report(new Job("c", "ai/PyTorchJob/train", pods, 8))))
                .containsExactly("job ai/PyTorchJob/train: 4 of 8");
    }

    @Test
    void nodes_that_have_nothing_else_in_common_have_the_cluster() {
        var fleet = noisy(4);
        for (var i = 0; i < 4; i++) {
            fleet.fails(5 + 33 * i, 12 * DAY + i * MINUTE);
        }

        assertThat(words(fleet.report())).containsExactly("cluster c: 4 of 128");
    }

    @Test
    void several_gpus_of_a_node_have_the_node_in_common() {
        var fleet = new DrawnFleet(128)
                .finds(FindingKind.GPU_LOST, "", 3, "GPU-a", DAY)
                .finds(FindingKind.GPU_LOST, "", 3, "GPU-b", DAY + MINUTE);

        assertThat(words(fleet.report())).containsExactly("node n3: 1 of 1");
    }

    @Test
    void what_fails_independently_has_nothing_in_common() {
        for (var rate : new double[] {2, 20, 100}) {
            var named = IntStream.range(0, 300)
                    .filter(seed -> !new DrawnFleet(128)
                            .failingAtRandom(new SplittableRandom(seed), rate)
                            .report()
                            .together()
                            .isEmpty())
                    .count();

            assertThat(named).as("%s failures in 1,000 node-days", rate).isLessThanOrEqualTo(3);
        }
    }
}
