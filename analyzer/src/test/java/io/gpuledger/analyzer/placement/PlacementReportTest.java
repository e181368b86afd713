package io.gpuledger.analyzer.placement;

import static io.gpuledger.analyzer.placement.DrawnPlaces.WEEK;
import static io.gpuledger.analyzer.placement.DrawnPlaces.failure;
import static io.gpuledger.analyzer.placement.DrawnPlaces.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.interruption.Tally;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PlacementReportTest {
    private static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @Test
    void nodes_are_told_apart_by_how_many_workloads_share_them() {
        var nodes = List.of(
                new NodeHours(0, 10, 80 * Hour.MILLIS, 0, 80 * Hour.MILLIS, 0),
                new NodeHours(2, 6, 48 * Hour.MILLIS, 30 * Hour.MILLIS, 9 * Hour.MILLIS, 6 * Hour.MILLIS),
                new NodeHours(3, 18, 144 * Hour.MILLIS, 70 * Hour.MILLIS, 11 * Hour.MILLIS, 4 * Hour.MILLIS),
                new NodeHours(4, 1, 8 * Hour.MILLIS, 8 * Hour.MILLIS, 0, 0));
        var damages = List.of(new Damage(
                failure("n1", 5 * Hour.MILLIS, Hour.MILLIS, "ai/a", "ai/b"),
                3,
                2,
                4 * Hour.MILLIS,
                List.of(lost(2, 5))));

        var sums =
                PlacementReport.of(WEEK, nodes, damages, List.of(), List.of()).nodes();

        assertThat(sums).extracting(NodeSum::crowd).containsExactly(Crowd.values());
        var few = sums.get(2);
        assertThat(few)
                .isEqualTo(new NodeSum(
                        Crowd.FEW,
                        new NodeHours(0, 24, 192 * Hour.MILLIS, 100 * Hour.MILLIS, 20 * Hour.MILLIS, 10 * Hour.MILLIS),
                        1,
                        2,
                        2,
                        4 * Hour.MILLIS,
                        10 * Hour.MILLIS));
        assertThat(few.strandedPer1000()).contains(200.0);
        assertThat(few.lostPer1000()).contains(140.0);
        assertThat(few.rate().per1000NodeDays()).contains(1_000.0);
        assertThat(sums.getFirst().strandedPer1000()).isEmpty();
    }

    @Test
    void workloads_are_told_apart_by_whether_they_are_on_as_few_nodes_as_hold_them() {
        var workloads = List.of(
                new WorkloadHours(1, 2, 2, 10, 160 * Hour.MILLIS, 120 * Hour.MILLIS),
                new WorkloadHours(1, 3, 2, 5, 80 * Hour.MILLIS, 20 * Hour.MILLIS),
                new WorkloadHours(2, 8, 1, 5, 40 * Hour.MILLIS, 10 * Hour.MILLIS));
        var losses = List.of(new Loss(3, 2, lost(8, 3)), new Loss(2, 2, lost(8, 1)));

        var sums = PlacementReport.of(WEEK, List.of(), List.of(), workloads, losses)
                .workloads();

        assertThat(sums)
                .containsExactly(
                        new WorkloadSum(
                                Layout.PACKED,
                                1,
                                Optional.of(2),
                                160 * Hour.MILLIS,
                                120 * Hour.MILLIS,
                                new Tally.Sum(1, 8 * Hour.MILLIS)),
                        new WorkloadSum(
                                Layout.SPREAD,
                                2,
                                Optional.of(3),
                                120 * Hour.MILLIS,
                                30 * Hour.MILLIS,
                                new Tally.Sum(1, 24 * Hour.MILLIS)));
        assertThat(sums.getLast().lostPer1000()).contains(200.0);
        assertThat(sums.getFirst().interruptionsPer1000()).contains(6.25);
        assertThat(sums.getLast().activity()).contains(0.25);
    }

    @Test
    void of_nothing_there_is_no_rate() {
        var report = PlacementReport.of(WEEK, List.of(), List.of(), List.of(), List.of());

        assertThat(report.nodes()).hasSize(4).allSatisfy(sum -> {
            assertThat(sum.lostPer1000()).isEmpty();
            assertThat(sum.rate().per1000NodeDays()).isEmpty();
        });
        assertThat(report.workloads()).hasSize(2).allSatisfy(sum -> {
            assertThat(sum.nodes()).isEmpty();
            assertThat(sum.activity()).isEmpty();
        });
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_classes_add_up_to_all(long seed) {
        var drawn = DrawnPlaces.of(seed);
        var report = drawn.report();
        var all = drawn.nodes().stream().reduce(NodeHours.NONE, NodeHours::plus);

        assertThat(report.nodes().stream().map(NodeSum::nodes).reduce(NodeHours.NONE, NodeHours::plus))
                .isEqualTo(all);
        assertThat(report.nodes().stream().mapToLong(NodeSum::failures).sum())
                .isEqualTo(drawn.damages().size());
        assertThat(report.nodes().stream().mapToLong(NodeSum::lost).sum())
                .isEqualTo(drawn.damages().stream().mapToLong(Damage::unhealthy).sum()
                        + NodeSum.total(
                                        WEEK,
                                        drawn.damages().stream()
                                                .flatMap(damage -> damage.broken().stream())
                                                .toList())
                                .lostMillis());
        assertThat(report.workloads().stream().mapToLong(WorkloadSum::held).sum())
                .isEqualTo(drawn.workloads().stream()
                        .mapToLong(WorkloadHours::held)
                        .sum());
        assertThat(report.workloads().stream()
                        .mapToLong(sum -> sum.interruptions().interruptions())
                        .sum())
                .isEqualTo(drawn.losses().size());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_order_changes_nothing(long seed) {
        var drawn = DrawnPlaces.of(seed);

        assertThat(drawn.reversed().report()).isEqualTo(drawn.report());
    }
}
