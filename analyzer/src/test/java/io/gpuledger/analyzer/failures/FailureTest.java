package io.gpuledger.analyzer.failures;

import static io.gpuledger.analyzer.failures.DrawnFleet.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {
    private static final long MINUTE = 60_000;

    private final DrawnFleet fleet = new DrawnFleet(32);

    private List<Failure> failures() {
        return fleet.report().failures();
    }

    @Test
    void what_shows_in_several_ways_within_ten_minutes_has_failed_once() {
        fleet.finds(FindingKind.FATAL_XID, "79", 1, "GPU-a", DAY)
                .finds(FindingKind.GPU_LOST, "", 1, "GPU-a", DAY + 2 * MINUTE)
                .finds(FindingKind.GPUS_MISSING, "", 1, "", DAY + 7 * MINUTE)
                .finds(FindingKind.NODE_NOT_READY, "", 1, "", DAY + 16 * MINUTE);

        assertThat(failures()).singleElement().satisfies(failure -> {
            assertThat(failure.cause()).isEqualTo(Cause.GPU);
            assertThat(failure.at()).isEqualTo(DAY);
            assertThat(failure.gpus()).containsExactly("GPU-a");
            assertThat(failure.findings()).hasSize(4);
            assertThat(failure.millis(DrawnFleet.WINDOW)).isEqualTo(76 * MINUTE);
        });
    }

    @Test
    void what_comes_later_or_elsewhere_has_failed_by_itself() {
        fleet.finds(FindingKind.GPU_LOST, "", 1, "GPU-a", DAY)
                .finds(FindingKind.GPU_LOST, "", 1, "GPU-b", DAY + 11 * MINUTE)
                .finds(FindingKind.GPU_LOST, "", 2, "GPU-c", DAY);

        assertThat(failures()).hasSize(3);
    }

    @Test
    void the_failures_of_two_times_are_those_of_both_together() {
        fleet.finds(FindingKind.GPU_LOST, "", 1, "GPU-a", DAY - 5 * MINUTE)
                .finds(FindingKind.GPU_LOST, "", 1, "GPU-b", DAY + MINUTE)
                .finds(FindingKind.GPU_LOST, "", 2, "GPU-c", DAY);

        assertThat(fleet.failures(new Span(0, DAY))).hasSize(1);
        assertThat(fleet.failures(new Span(DAY, 2 * DAY))).hasSize(1);
        assertThat(fleet.failures(new Span(0, 2 * DAY))).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "fatal_xid, 95, GPU_MEMORY",
        "fatal_xid, 119, GPU_SYSTEM_PROCESSOR",
        "xid, 74, LINK",
        "fatal_xid, 54, POWER",
        "fatal_xid, 62, GPU",
        "ecc_uncorrected, '', GPU_MEMORY",
        "hot, '', HEAT",
        "node_not_ready, '', NODE"
    })
    void a_cause_follows_from_what_was_found(String kind, String detail, Cause cause) {
        fleet.finds(FindingKind.ofWord(kind).orElseThrow(), detail, 1, "GPU-a", DAY);

        assertThat(failures()).extracting(Failure::cause).containsExactly(cause);
    }

    @Test
    void the_most_particular_cause_counts() {
        fleet.finds(FindingKind.NODE_NOT_READY, "", 1, "", DAY)
                .finds(FindingKind.GPU_LOST, "", 1, "GPU-a", DAY + MINUTE)
                .finds(FindingKind.FATAL_XID, "95", 1, "GPU-a", DAY + 2 * MINUTE);

        assertThat(failures()).extracting(Failure::cause).containsExactly(Cause.GPU_MEMORY);
    }

    @ParameterizedTest
    @CsvSource({"low_use", "slow", "memory_full", "silent", "stack", "hung", "power_brake"})
    void what_slows_down_or_is_not_known_is_no_failure(String kind) {
        fleet.finds(FindingKind.ofWord(kind).orElseThrow(), "", 1, "GPU-a", DAY);

        assertThat(failures()).isEmpty();
    }

    @Test
    void rates_are_of_the_time_that_nodes_were_there() {
        for (var day = 1; day <= 12; day++) {
            fleet.fails(day, day * DAY);
        }
        var all = fleet.report().all();

        assertThat(all.nodeDays()).isEqualTo(32 * 30);
        assertThat(all.per1000NodeDays()).hasValue(12.5);
        assertThat(all.low().orElseThrow()).isBetween(7.2, 7.3);
        assertThat(all.high().orElseThrow()).isBetween(20.2, 20.3);
        assertThat(all.daysBetween(16)).hasValue(5.0);
        assertThat(fleet.report().rate(Cause.GPU).failures()).isEqualTo(12);
        assertThat(fleet.report().rate(Cause.HEAT).failures()).isZero();
    }

    @Test
    void a_fleet_without_nodes_has_no_rate() {
        assertThat(new DrawnFleet(0).report().all().per1000NodeDays()).isEmpty();
    }
}
