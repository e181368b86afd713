package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class UsageTest {
    private static Tale told() {
        return new Tale().told("07:00", "20:00");
    }

    private static List<Usage> usages(Tale tale, String from, String to) {
        return Ledger.of(tale.facts()).usages(Tale.span(from, to));
    }

    private static Usage usage(Tale tale, String from, String to) {
        var usages = usages(tale, from, to);
        assertThat(usages).hasSize(1);
        return usages.getFirst();
    }

    private static String told(Usage usage) {
        var minutes = usage.minutes();
        return "%d, low %d, high %d".formatted(minutes.all(), minutes.low(), minutes.high());
    }

    @Test
    void means_are_those_of_the_time_that_was_seen() {
        var tale = told().held("pod", "08:00", "18:00")
                .active("08:00", "10:30", 0.8)
                .active("10:30", "18:00", 0.2)
                .with(Field.MEMORY_UTILIZATION_RATIO, 0.4);
        var usage = usage(tale, "10:00", "11:00");
        assertThat(usage.seen()).isEqualTo(3_600_000);
        assertThat(usage.means().get(Measure.SM_ACTIVE)).isCloseTo(0.5, Offset.offset(1e-6));
        assertThat(usage.means())
                .containsEntry(Measure.MEMORY_UTILIZATION, 0.4)
                .containsOnlyKeys(Measure.SM_ACTIVE, Measure.MEMORY_UTILIZATION);
        assertThat(told(usage)).isEqualTo("60, low 0, high 30");
        assertThat(usage(tale.lost("10:40", "10:55").gauges(), "10:00", "11:00").seen())
                .as("three intervals of a gauge")
                .isEqualTo(47 * 60_000);
    }

    @Test
    void after_an_outage_that_hides_a_restart_a_mean_is_that_of_the_new_life() {
        var tale = told().held("pod", "08:00", "18:00")
                .active("08:00", "10:00", 1)
                .active("10:30", "12:00", 0.2)
                .restarted("09:50")
                .lost("10:00", "12:00")
                .restarted("10:30")
                .tellingItsStart();
        assertThat(usage(tale, "11:00", "12:00").means().get(Measure.SM_ACTIVE)).isCloseTo(0.2, Offset.offset(1e-6));
    }

    @Test
    void a_start_is_no_part_of_it() {
        var usage = usage(told().held("pod", "10:00", "18:00").active("10:07", "18:00", 1), "10:00", "11:00");
        assertThat(usage.seen()).isEqualTo(53 * 60_000);
        assertThat(usage.means().get(Measure.SM_ACTIVE)).isCloseTo(1, Offset.offset(1e-6));
        assertThat(told(usage)).isEqualTo("53, low 0, high 53");
    }

    @Test
    void idle_is_what_of_a_run_lies_in_the_hour() {
        var tale =
                told().held("pod", "08:00", "18:00").active("08:00", "10:45", 1).active("12:20", "18:00", 1);
        assertThat(usage(tale, "10:00", "11:00").idle()).containsExactly(Tale.span("10:45", "11:00"));
        assertThat(usage(tale, "11:00", "12:00").idle()).containsExactly(Tale.span("11:00", "12:00"));
        assertThat(usage(tale, "12:00", "13:00").idle()).containsExactly(Tale.span("12:00", "12:20"));
        assertThat(told(usage(tale, "11:00", "12:00"))).isEqualTo("60, low 60, high 0");
    }

    @Test
    void who_shares_a_unit_has_its_own_activity_and_no_means() {
        var tale = told().shared("one", "08:00", "18:00", 1, 2)
                .shared("other", "08:00", "18:00", 1, 2)
                .active("08:00", "18:00", 0.5)
                .does("one", "08:00", "18:00", 0.45)
                .does("other", "08:00", "18:00", 0.04);
        assertThat(usages(tale, "10:00", "11:00"))
                .hasSize(2)
                .allSatisfy(usage -> assertThat(usage.means()).isEmpty())
                .extracting(usage -> usage.owner().pod() + " " + told(usage))
                .containsExactlyInAnyOrder("one 60, low 0, high 60", "other 60, low 60, high 0");
    }

    @Test
    void minutes_are_counted_by_twentieths_of_the_share() {
        var tale = told().held("pod", "08:00", "18:00")
                .active("08:00", "10:20", 0.12)
                .active("10:20", "10:50", 0.72)
                .active("10:50", "18:00", 1);
        var minutes = usage(tale, "10:00", "11:00").minutes().twentieths();
        assertThat(minutes).hasSize(20);
        assertThat(minutes.get(2)).as("10 % to 15 %").isEqualTo(20);
        assertThat(minutes.get(14)).as("70 % to 75 %").isEqualTo(30);
        assertThat(minutes.getLast()).as("95 % and more").isEqualTo(10);

        var half = told().shared("one", "08:00", "18:00", 1, 2)
                .active("08:00", "18:00", 0.5)
                .does("one", "08:00", "18:00", 0.36);
        assertThat(usage(half, "10:00", "11:00").isShared()).isTrue();
        assertThat(usage(half, "10:00", "11:00").minutes().twentieths().get(14))
                .as("72 % of the half")
                .isEqualTo(60);
    }

    @Test
    void what_goes_over_nvlink_is_told_by_its_counters_alone_and_never_guessed() {
        var tale = told().held("pod", "08:00", "18:00").active("08:00", "18:00", 1);
        assertThat(usage(tale, "10:00", "11:00").means())
                .doesNotContainKeys(Measure.NVLINK_BYTES_PER_SECOND, Measure.TENSOR_ACTIVE);
        assertThat(usage(tale.with(Field.TENSOR_ACTIVE_RATIO, 0.3), "10:00", "11:00")
                        .means())
                .containsEntry(Measure.TENSOR_ACTIVE, 0.3);
    }

    @Test
    void the_peak_of_memory_is_that_of_the_hour() {
        var tale = told().held("pod", "08:00", "18:00")
                .active("08:00", "18:00", 1)
                .with(Field.MEMORY_USED_BYTES, 7e9)
                .with(Field.MEMORY_TOTAL_BYTES, 80e9);
        assertThat(usage(tale, "10:00", "11:00").memoryPeak()).hasValue(7_000_000_000L);
        assertThat(usage(tale, "10:00", "11:00").memoryTotal()).hasValue(80_000_000_000L);
        assertThat(usages(told(), "10:00", "11:00"))
                .as("of nobody there is none")
                .isEmpty();
    }
}
