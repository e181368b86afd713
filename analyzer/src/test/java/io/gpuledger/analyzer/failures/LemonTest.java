package io.gpuledger.analyzer.failures;

import static io.gpuledger.analyzer.failures.DrawnFleet.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LemonTest {
    private static final int FLEETS = 300;

    @Test
    void a_node_that_fails_every_six_days_among_others_that_do_each_half_year_is_named() {
        var named = IntStream.range(0, FLEETS)
                .filter(seed -> {
                    var fleet = new DrawnFleet(128).failingAtRandom(new SplittableRandom(seed), 5);
                    for (var time = 0; time < 5; time++) {
                        fleet.fails(77, (6 * time + 3) * DAY);
                    }
                    return fleet.report().lemons().stream()
                            .anyMatch(lemon -> lemon.node().name().node().equals("n77"));
                })
                .count();

        assertThat(named).isEqualTo(FLEETS);
    }

    @Test
    void of_a_hundred_fleets_whose_nodes_all_fail_alike_at_most_one_names_a_node() {
        for (var rate : new double[] {2, 20, 100}) {
            var named = IntStream.range(0, FLEETS)
                    .filter(seed -> !new DrawnFleet(64)
                            .failingAtRandom(new SplittableRandom(seed), rate)
                            .report()
                            .lemons()
                            .isEmpty())
                    .count();

            assertThat(named).as("%s failures in 1,000 node-days", rate).isLessThanOrEqualTo(FLEETS / 100);
        }
    }

    @Test
    void two_failures_are_never_enough() {
        assertThat(new DrawnFleet(1_000)
                        .fails(1, DAY)
                        .fails(1, 2 * DAY)
                        .report()
                        .lemons())
                .isEmpty();
    }

    @Test
    void a_node_that_is_alone_is_compared_with_nothing() {
        var fleet = new DrawnFleet(1).fails(0, DAY).fails(0, 2 * DAY).fails(0, 3 * DAY);

        assertThat(fleet.report().lemons()).isEmpty();
    }
}
