package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.ledger.Usage.Activity;
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
        assertThat(usage.minutes()).isEqualTo(new Activity(60, 0, 30));
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
        assertThat(usage.minutes()).isEqualTo(new Activity(53, 0, 53));
    }

    @Test
    void idle_is_what_of_a_run_lies_in_the_hour() {
        var tale =
                told().held("pod", "08:00", "18:00").active("08:00", "10:45", 1).active("12:20", "18:00", 1);
        assertThat(usage(tale, "10:00", "11:00").idle()).containsExactly(Tale.span("10:45", "11:00"));
        assertThat(usage(tale, "11:00", "12:00").idle()).containsExactly(Tale.span("11:00", "12:00"));
        assertThat(usage(tale, "12:00", "13:00").idle()).containsExactly(Tale.span("12:00", "12:20"));
        assertThat(usage(tale, "11:00", "12:00").minutes()).isEqualTo(new Activity(60, 60, 0));
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
                .extracting(usage -> usage.owner().pod() + " " + usage.minutes())
                .containsExactlyInAnyOrder("one " + new Activity(60, 0, 60), "other " + new Activity(60, 60, 0));
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
