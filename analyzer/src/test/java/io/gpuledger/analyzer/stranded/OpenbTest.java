package io.gpuledger.analyzer.stranded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// A cluster of Alibaba with nothing on it (cluster-trace-gpu-v2023): how many nodes and pods of each kind there are.
class OpenbTest {
    /// Model, cores in thousandths, GPUs, how many such nodes.
    private static final String NODES = """
        G2 96000 8 549, T4 104000 2 387, P100 16000 2 107, G3 128000 8 39, V100M16 32000 4 28,
        P100 64000 2 22, V100M32 96000 8 21, V100M16 8000 1 19, T4 96000 4 17, V100M32 48000 4 9,
        V100M16 64000 8 7, P100 8000 1 3, P100 8000 2 2, A10 128000 1 2, V100M16 82000 8 1
        """;
    /// Cores in thousandths, GPUs, how much of each in thousandths, how many such pods.
    private static final String PODS = """
        3152 1 810 1047, 11300 1 1000 874, 11400 1 1000 599, 3152 1 1000 470, 11908 1 470 388, 12500 0 0 366,
        8000 1 470 360, 12000 1 1000 326, 32000 0 0 290, 18708 1 1000 255, 11908 1 650 237, 4000 1 320 232,
        9810 1 1000 195, 8000 0 0 185, 8000 1 1000 164, 4000 1 1000 159, 15700 1 1000 158, 11908 1 1000 153,
        16000 1 1000 150, 4000 1 230 122, 6000 1 460 120, 15400 0 0 120, 16500 0 0 95, 14200 1 1000 93,
        24200 1 1000 84, 3152 1 590 75, 4152 1 550 72, 8000 1 320 72, 11900 1 1000 55, 4000 1 160 54,
        4152 1 370 45, 4000 1 220 43, 8200 1 1000 41, 15200 1 1000 36, 4152 1 810 31, 16400 1 1000 29,
        1000 1 320 22, 6000 1 160 20, 8000 1 220 19, 4000 1 110 18, 4000 1 480 18, 8000 1 230 18,
        64200 8 1000 18, 88000 8 1000 18, 1000 1 1000 15, 16000 0 0 14, 8000 1 650 12, 7000 1 1000 11,
        11400 0 0 11, 15400 1 1000 9, 32200 4 1000 9, 2000 1 1000 8, 6000 1 1000 8, 14900 1 1000 8,
        4000 1 330 7, 16200 2 1000 7, 4000 1 350 6, 9400 1 1000 6, 12000 1 460 6, 4152 1 270 4, 6000 1 50 4,
        6000 1 110 4, 12000 0 0 4, 4000 1 50 3, 6000 2 1000 3, 30200 2 1000 3, 32000 4 1000 3,
        60200 4 1000 3, 64000 8 1000 3, 120000 8 1000 3, 1000 1 650 2, 2000 1 370 2, 4000 1 470 2,
        4000 1 650 2, 6000 1 320 2, 8000 1 110 2, 8000 1 440 2, 8000 1 460 2, 17400 2 1000 2, 20000 0 0 2,
        120200 8 1000 2, 1000 1 140 1, 1000 1 290 1, 5000 1 1000 1, 8000 1 480 1, 8710 1 1000 1, 10000 0 0 1,
        11800 1 1000 1, 14000 1 1000 1, 14000 2 1000 1, 15900 1 1000 1
        """;

    private static String[] rows(String text) {
        return text.strip().split(",\\s+", -1);
    }

    private static TypicalPods typical(Predicate<PodShape> wanted) {
        var weights = new HashMap<PodShape, Double>();
        for (var row : rows(PODS)) {
            var words = Arrays.stream(row.split(" ", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            var shape = new PodShape(words[0], words[1], words[2], Set.of());
            if (wanted.test(shape)) {
                weights.put(shape, (double) words[3]);
            }
        }
        return TypicalPods.of(weights);
    }

    private static Fragmentation fragmentation(TypicalPods pods) {
        var all = Fragmentation.NONE;
        for (var row : rows(NODES)) {
            var words = row.split(" ", -1);
            var gpus = Collections.nCopies(Integer.parseInt(words[2]), 1_000);
            var node = new Remainder(words[0], Long.parseLong(words[1]), gpus);
            var one = Fragmentation.of(node, pods);
            for (var i = 0; i < Integer.parseInt(words[3]); i++) {
                all = all.plus(one);
            }
        }
        return all;
    }

    @Test
    void of_6_212_gpus_the_paper_counts_13_945_percent_as_fragments() {
        var pods = typical(_ -> true);
        assertThat(pods.shapes()).hasSize(35);
        assertThat(fragmentation(pods).fragmentMillis() / 6_212_000).isCloseTo(0.13945, within(0.000_005));
    }

    @Test
    void without_pods_that_want_no_gpus_there_are_nearly_none_and_all_of_them_lack_cores() {
        var fragmentation = fragmentation(typical(PodShape::needsGpus));
        assertThat(fragmentation.fragmentMillis() / 6_212_000).isCloseTo(0.00416, within(0.000_005));
        assertThat(fragmentation.millis().keySet()).containsOnly(Use.FITS, Use.LACKS_GPUS, Use.LACKS_CORES);
        assertThat(fragmentation.millis().getOrDefault(Use.LACKS_GPUS, 0.0)).isZero();
    }
}
