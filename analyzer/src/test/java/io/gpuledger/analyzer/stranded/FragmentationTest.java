package io.gpuledger.analyzer.stranded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.stranded.TypicalPods.Weighted;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The values are those that the authors of the paper test their own code by.
class FragmentationTest {
    /// Cores in thousandths, GPUs, how much of each in thousandths, model, percent of all pods. They add up to 95.06.
    private static final TypicalPods SHARING = pods("""
        6000 1 465 - 9.33, 8000 1 440 2080 9.15, 8000 1 475 T4 8.76, 8000 1 440 P100 8.72,
        2000 1 465 - 8.68, 12000 1 900 - 8.65, 4000 1 900 - 8.43, 16000 1 678 T4 8.36, 8000 1 500 - 8.29,
        6000 1 511 - 8.11, 14000 2 1000 2080 0.54, 4000 1 1000 2080 0.43, 32000 2 1000 T4 0.43,
        16000 1 1000 V100M16 0.40, 64000 2 1000 - 0.40, 10000 2 1000 - 0.40, 11400 1 1000 T4 0.36,
        16000 1 1000 T4 0.36, 4000 2 1000 - 0.36, 14000 2 1000 V100M16 0.36, 8000 4 1000 - 0.36,
        16000 2 1000 - 0.32, 2000 1 1000 T4 0.32, 6000 1 1000 - 0.32, 4000 1 1000 - 0.32,
        5000 1 1000 - 0.32, 32000 4 1000 V100M16 0.32, 32000 2 1000 - 0.32, 24000 8 1000 2080 0.32,
        40000 4 1000 - 0.29, 32000 8 1000 - 0.29, 32000 1 1000 T4 0.29, 16000 1 1000 - 0.25,
        7000 1 1000 V100M16 0.25, 24000 1 1000 T4 0.25
        """);
    /// The same, of which some want no GPUs.
    private static final TypicalPods WITHOUT_GPUS_TOO = pods("""
        15700 1 1000 - 28.69, 11900 1 1000 - 18.93, 11400 1 1000 - 12.27, 1000 0 0 - 7.36,
        18710 1 1000 - 4.85, 8200 1 1000 - 3.79, 16400 1 1000 - 3.31, 9810 1 1000 - 1.97,
        15200 1 1000 - 1.87, 11200 1 1000 - 1.81, 14200 1 1000 - 1.76, 12000 0 0 - 1.65,
        14900 1 1000 - 1.39, 60200 4 1000 - 1.23, 64200 8 1000 - 1.07, 32200 4 1000 - 1.01,
        17400 2 1000 - 0.91, 30200 2 1000 - 0.69, 16000 1 1000 - 0.64, 15000 1 1000 - 0.59,
        64000 8 1000 - 0.53, 15000 0 0 - 0.53, 11910 1 1000 - 0.53, 120200 8 1000 - 0.48,
        11300 1 1000 - 0.37, 30000 2 1000 - 0.32, 9800 1 1000 - 0.32, 8000 1 1000 - 0.32,
        2000 1 1000 - 0.27, 2000 1 80 - 0.27, 1000 1 1000 - 0.27
        """);

    private static TypicalPods pods(String text) {
        return new TypicalPods(Arrays.stream(text.strip().split(",\\s+", -1))
                .map(pod -> {
                    var words = pod.split(" ", -1);
                    var models = words[3].equals("-") ? Set.<String>of() : Set.of(words[3]);
                    var shape = new PodShape(
                            Long.parseLong(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]), models);
                    return new Weighted(shape, Double.parseDouble(words[4]) / 100);
                })
                .toList());
    }

    private static double fragment(String model, long cpuMillis, List<Integer> gpuMillis, TypicalPods pods) {
        return Fragmentation.of(new Remainder(model, cpuMillis, gpuMillis), pods)
                .fragmentMillis();
    }

    @Test
    void without_cores_nearly_all_is_a_fragment() {
        assertThat(fragment("1080", 1_000, List.of(200, 1_000, 1_000, 500), SHARING))
                .isCloseTo(2_566.62, within(0.01));
        assertThat(fragment("1080", 1_000, Collections.nCopies(4, 1_000), SHARING))
                .isCloseTo(3_802.40, within(0.01));
        assertThat(fragment("1080", 1_000, Collections.nCopies(8, 1_000), SHARING))
                .isCloseTo(7_604.80, within(0.01));
    }

    @Test
    void of_one_typical_pod_that_lacks_cores_its_part_of_all_is_a_fragment() {
        var node = new Remainder("1080", 1_000, List.of(200, 1_000, 1_000, 500));
        var pod = new PodShape(6_000, 1, 465, Set.of());
        assertThat(node.use(pod)).isEqualTo(Use.LACKS_CORES);
        assertThat(Fragmentation.of(node, new TypicalPods(List.of(new Weighted(pod, 0.0933))))
                        .fragmentMillis())
                .isCloseTo(251.91, within(0.01));
    }

    @Test
    void to_pods_that_want_no_gpus_all_is_a_fragment() {
        var half = List.of(1_000, 1_000, 1_000, 1_000, 0, 0, 0, 0);
        assertThat(fragment("P100", 64_000, Collections.nCopies(8, 1_000), WITHOUT_GPUS_TOO))
                .isCloseTo(887.20, within(0.01));
        assertThat(fragment("P100", 32_000, half, WITHOUT_GPUS_TOO)).isCloseTo(554.4, within(0.01));
        assertThat(fragment("P100", 0, half, WITHOUT_GPUS_TOO)).isCloseTo(4_000, within(0.01));
    }

    /// By hand: a has .15 + .39 + .045 + .065, b has 1 + .6 + 0 + .1, c has .1.
    @Test
    void a_fragment_is_what_is_found_by_hand() {
        var pods = pods("4000 1 1000 - 50, 16000 2 1000 - 30, 2000 1 500 - 15, 8000 0 0 - 5");
        assertThat(fragment("a", 12_000, List.of(1_000, 300, 0, 0), pods)).isCloseTo(650, within(0.001));
        assertThat(fragment("b", 2_000, List.of(1_000, 1_000), pods)).isCloseTo(1_700, within(0.001));
        assertThat(fragment("c", 64_000, List.of(1_000, 1_000), pods)).isCloseTo(100, within(0.001));
    }

    @Test
    void who_wants_another_model_has_nothing_of_it() {
        var pod = new PodShape(1_000, 1, 1_000, Set.of("H100", "A100"));
        assertThat(new Remainder("T4", 64_000, List.of(1_000)).use(pod)).isEqualTo(Use.OTHER_MODEL);
        assertThat(new Remainder("A100", 64_000, List.of(1_000)).use(pod)).isEqualTo(Use.FITS);
        assertThat(new Remainder("A100", 0, List.of(0)).use(pod)).isEqualTo(Use.LACKS_BOTH);
        assertThat(new Remainder("A100", 1_000, List.of(999)).use(pod)).isEqualTo(Use.LACKS_GPUS);
    }

    /// All that is idle is in exactly one class for each pod, and a fragment is no more than that.
    @Test
    void the_classes_add_up_to_what_is_idle() {
        var random = new Random(11);
        var all = Fragmentation.NONE;
        var idle = 0L;
        for (var i = 0; i < 1_000; i++) {
            var node = new Remainder(
                    random.nextBoolean() ? "T4" : "2080",
                    random.nextInt(64_000),
                    Stream.generate(() -> random.nextInt(1_001))
                            .limit(1 + random.nextInt(8))
                            .toList());
            var fragmentation = Fragmentation.of(node, normal(SHARING));
            assertThat(sum(fragmentation)).isCloseTo((double) node.idleMillis(), within(1e-6));
            assertThat(fragmentation.fragmentMillis()).isBetween(0.0, node.idleMillis() + 1e-6);
            all = all.plus(fragmentation);
            idle += node.idleMillis();
        }
        assertThat(sum(all)).isCloseTo((double) idle, within(1e-3));
    }

    private static double sum(Fragmentation fragmentation) {
        return fragmentation.millis().values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private static TypicalPods normal(TypicalPods pods) {
        var all = pods.shapes().stream().mapToDouble(Weighted::part).sum();
        return new TypicalPods(pods.shapes().stream()
                .map(one -> new Weighted(one.shape(), one.part() / all))
                .toList());
    }

    @Test
    void typical_are_the_most_frequent_that_make_up_95_percent() {
        var often = new PodShape(4_000, 1, 1_000, Set.of());
        var seldom = new PodShape(8_000, 2, 1_000, Set.of());
        var never = new PodShape(8_000, 8, 1_000, Set.of());
        var pods = TypicalPods.of(Map.of(often, 90.0, seldom, 6.0, never, 4.0));
        assertThat(pods.shapes()).containsExactly(new Weighted(often, 90.0 / 96), new Weighted(seldom, 6.0 / 96));
        assertThat(TypicalPods.of(Stream.of(often, often, seldom)).shapes())
                .containsExactly(new Weighted(often, 2.0 / 3), new Weighted(seldom, 1.0 / 3));
        assertThat(TypicalPods.of(Stream.of()).shapes()).isEmpty();
    }
}
