package io.gpuledger.analyzer.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.benchmark.Accuracy.Played;
import io.gpuledger.analyzer.benchmark.Accuracy.Sum;
import io.gpuledger.simulator.page.Exporter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The short form of `measure.sh accuracy`, with a fleet that has shared GPUs, MIG instances and hung jobs.
@Order(1)
class AccuracyTest {
    /// A state is judged only if it has more than this part of all time. In a smaller one, a minute or two
    /// that stands in the wrong state would already be more than may be off.
    private static final double OF_CAPACITY = 0.01;

    private static final Map<Long, Played> FLEETS = new HashMap<>();

    @ParameterizedTest
    @CsvSource({"30, 2, 0.002", "60, 2, 0.003", "120, 2, 0.005", "120, 3, 0.005", "300, 2, 0.01"})
    void no_state_is_off_by_more_than_its_part_of_itself(long step, long seed, double most) {
        var sums = Accuracy.of(FLEETS.computeIfAbsent(seed, AccuracyTest::played), step, List.of(0L, step / 2));
        var capacity = sums.stream().mapToDouble(Sum::truth).sum();
        for (var sum : sums) {
            System.out.printf("each %d s: %s is off by %+.3f %%%n", step, sum, 100 * sum.error());
            if (sum.truth() > OF_CAPACITY * capacity) {
                assertThat(Math.abs(sum.error())).as("%s", sum).isLessThanOrEqualTo(most);
            }
        }
        assertThat(misplaced(sums)).as("what is off is said to be uncertain").isLessThanOrEqualTo(uncertain(sums));
    }

    private static Played played(long seed) {
        return Played.of(10, seed, 30, Exporter.GPU_EXPORTER);
    }

    /// What stands in one state and should in another.
    private static double misplaced(List<Sum> sums) {
        return sums.stream()
                        .mapToDouble(sum -> Math.abs(sum.booked() - sum.truth()))
                        .sum()
                / 2;
    }

    private static double uncertain(List<Sum> sums) {
        return sums.stream().mapToDouble(Sum::uncertain).sum();
    }
}
