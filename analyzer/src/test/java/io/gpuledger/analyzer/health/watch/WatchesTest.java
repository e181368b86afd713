package io.gpuledger.analyzer.health.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Faults of one GPU that is read each half minute, from 30 seconds on.
class WatchesTest {
    private static final Subject.OfNode NODE = new Subject.OfNode("here", "node");

    private final WatchedGpu gpu = new WatchedGpu();

    @Test
    void a_gpu_that_works_has_nothing() {
        assertThat(gpu.minutes(24 * 60).told()).isEmpty();
    }

    @Test
    void a_lost_gpu_is_found_after_two_minutes_and_counts_all_its_time() {
        gpu.minutes(10).says(Field.LOST, 1).counts(Field.OBSERVED_SECONDS, 0).minutes(10);
        assertThat(gpu.told()).isEqualTo("gpu_lost critical 600-");
        gpu.says(Field.LOST, 0).counts(Field.OBSERVED_SECONDS, 1).minutes(5);
        assertThat(gpu.told()).isEqualTo("gpu_lost critical 600-, gpu_lost critical 600-1200");
        assertThat(gpu.last().lostMillis()).isEqualTo(600_000);
        assertThat(gpu.last().holders()).containsExactly("vision/train-0");
    }

    @Test
    void a_gpu_that_is_lost_for_a_reset_is_not_found() {
        gpu.minutes(10).says(Field.LOST, 1).counts(Field.OBSERVED_SECONDS, 0).minutes(1);
        gpu.says(Field.LOST, 0).counts(Field.OBSERVED_SECONDS, 1).minutes(5);
        assertThat(gpu.told()).isEmpty();
    }

    @Test
    void a_fatal_xid_stands_until_the_gpu_was_reset() {
        gpu.counted(new XidCount(95, 0)).minutes(10);
        gpu.counted(new XidCount(95, 1)).minutes(10);
        gpu.says(Field.LOST, 1).counts(Field.OBSERVED_SECONDS, 0).minutes(2);
        gpu.says(Field.LOST, 0).counts(Field.OBSERVED_SECONDS, 1).minutes(10);
        assertThat(gpu.told()).isEqualTo("fatal_xid(95) critical 615-, fatal_xid(95) critical 615-1320");
        assertThat(gpu.last().evidence()).isEqualTo("XID 95, a memory error that was not contained");
        assertThat(gpu.last().action()).isEqualTo("Drain the GPU of its pods, and reset it.");
    }

    @Test
    void an_xid_from_before_the_first_reading_is_not_new() {
        assertThat(gpu.counted(new XidCount(95, 3), new XidCount(31, 7))
                        .minutes(10)
                        .told())
                .isEmpty();
    }

    @Test
    void the_latest_xid_is_one_when_it_is_another_than_before() {
        var counted = new WatchedGpu();
        counted.minutes(5).counted(new XidCount(48, 1)).minutes(70);
        assertThat(counted.told()).isEqualTo("xid(48) warning 330-, xid(48) warning 330-330");
    }

    @Test
    void an_applications_error_asks_for_nothing_unless_it_comes_to_three_pods() {
        gpu.minutes(5).counted(new XidCount(31, 1)).minutes(30);
        assertThat(gpu.told()).isEqualTo("xid(31) info 330-");
        gpu.heldBy("other-0").minutes(5).counted(new XidCount(31, 2)).minutes(1);
        assertThat(gpu.told()).doesNotContain("xid_repeats");
        gpu.heldBy("third-0").minutes(5).counted(new XidCount(31, 3)).minutes(1);
        assertThat(gpu.told()).endsWith("xid_repeats(31) warning 2790-");
        assertThat(gpu.last().evidence()).isEqualTo("XID 31 came to 3 pods on this GPU within a day");
    }

    @Test
    void memory_errors_are_found_when_they_are_counted() {
        gpu.says(Field.ECC_UNCORRECTED_ERRORS, 2)
                .minutes(10)
                .adds(Field.ECC_UNCORRECTED_ERRORS, 3)
                .minutes(70);
        assertThat(gpu.told()).isEqualTo("ecc_uncorrected warning 630-, ecc_uncorrected warning 630-660");
        assertThat(gpu.last().evidence()).startsWith("3 errors");
    }

    @Test
    void rows_that_wait_for_a_reset_are_found_after_ten_minutes() {
        gpu.says(Field.ROW_REMAP_PENDING, 1)
                .minutes(30)
                .says(Field.ROW_REMAP_PENDING, 0)
                .minutes(5);
        assertThat(gpu.told()).isEqualTo("row_remap_pending warning 30-, row_remap_pending warning 30-1830");
    }

    @Test
    void sixty_retired_pages_are_worse_than_some_that_wait() {
        gpu.says(Field.RETIRED_PAGES_PENDING, 1)
                .says(Field.RETIRED_PAGES_DOUBLE_BIT, 20)
                .minutes(20);
        gpu.says(Field.RETIRED_PAGES_DOUBLE_BIT, 60).minutes(5);
        assertThat(gpu.told()).isEqualTo("pages_retired warning 30-, pages_retired critical 30-");
    }

    @Test
    void heat_is_judged_by_the_gpus_own_limit_first() {
        gpu.says(Field.TEMPERATURE_CELSIUS, 88).minutes(10);
        assertThat(gpu.told()).isEqualTo("hot warning 30-");
        assertThat(new WatchedGpu()
                        .says(Field.TEMPERATURE_CELSIUS, 88)
                        .says(Field.TEMPERATURE_MARGIN_CELSIUS, 12)
                        .minutes(60)
                        .told())
                .isEmpty();
        assertThat(new WatchedGpu()
                        .says(Field.TEMPERATURE_CELSIUS, 78)
                        .says(Field.TEMPERATURE_MARGIN_CELSIUS, 0)
                        .minutes(10)
                        .told())
                .isEqualTo("hot critical 30-");
    }

    @Test
    void a_spike_of_heat_is_nothing() {
        gpu.minutes(10)
                .says(Field.TEMPERATURE_CELSIUS, 91)
                .minutes(4)
                .says(Field.TEMPERATURE_CELSIUS, 70)
                .minutes(60);
        assertThat(gpu.told()).isEmpty();
    }

    @Test
    void throttling_costs_the_part_by_which_the_clock_is_lower() {
        gpu.says(Field.SM_CLOCK_HERTZ, 1.98e9)
                .counts(Field.THROTTLED_HW_THERMAL_SECONDS, 0)
                .minutes(10);
        gpu.says(Field.SM_CLOCK_HERTZ, 1.188e9)
                .counts(Field.THROTTLED_HW_THERMAL_SECONDS, 1)
                .minutes(60);
        gpu.says(Field.SM_CLOCK_HERTZ, 1.98e9)
                .counts(Field.THROTTLED_HW_THERMAL_SECONDS, 0)
                .minutes(10);
        assertThat(gpu.told()).isEqualTo("throttled_by_heat warning 630-, throttled_by_heat warning 630-4230");
        assertThat(gpu.last().lostMillis()).isEqualTo(24 * 60_000);
    }

    @Test
    void a_power_cap_is_no_finding_and_a_power_brake_is() {
        gpu.counts(Field.THROTTLED_POWER_CAP_SECONDS, 1).minutes(60);
        assertThat(gpu.told()).isEmpty();
        gpu.counts(Field.THROTTLED_HW_POWER_BRAKE_SECONDS, 0.05).minutes(20);
        assertThat(gpu.told()).startsWith("power_brake warning");
    }

    @Test
    void links_that_fail() {
        gpu.counts(Field.PCIE_REPLAYS, 0.05).minutes(60);
        assertThat(gpu.told()).isEmpty();
        gpu.counts(Field.PCIE_REPLAYS, 1).minutes(20);
        assertThat(gpu.last().evidence()).isEqualTo("60 packets a minute are sent again");
        gpu.says(Field.NVLINK_LINKS_UP, 18)
                .minutes(5)
                .says(Field.NVLINK_LINKS_UP, 17)
                .minutes(5);
        assertThat(gpu.last().evidence()).isEqualTo("17 of 18 NVLinks are up");
        gpu.says(Field.PCIE_LINK_WIDTH, 16)
                .minutes(5)
                .says(Field.PCIE_LINK_WIDTH, 8)
                .minutes(10);
        assertThat(gpu.last().evidence()).isEqualTo("8 of 16 lanes of PCIe are in use");
        gpu.says(Field.NVLINK_RECOVERY_ERRORS, 0)
                .minutes(1)
                .adds(Field.NVLINK_RECOVERY_ERRORS, 1)
                .minutes(5);
        assertThat(gpu.last().key().detail()).isEqualTo("repaired");
        gpu.counts(Field.NVLINK_CRC_ERRORS, 99)
                .minutes(5)
                .counts(Field.NVLINK_CRC_ERRORS, 500)
                .minutes(5);
        assertThat(gpu.last().evidence()).isEqualTo("500 errors a second by the check sums of its NVLinks");
    }

    @Test
    void a_link_that_is_down_stays_down_over_a_restart() {
        gpu.says(Field.NVLINK_LINKS_UP, 18)
                .minutes(5)
                .says(Field.NVLINK_LINKS_UP, 17)
                .minutes(10);
        gpu.restarted().minutes(10).says(Field.NVLINK_LINKS_UP, 18).minutes(5);
        assertThat(gpu.told()).isEqualTo("nvlink_down(18) warning 330-, nvlink_down(18) warning 330-1530");
    }

    @Test
    void memory_that_nobody_holds_names_who_held_it_last() {
        gpu.minutes(10)
                .heldBy()
                .says(Field.ORPHAN_MEMORY_BYTES, 20.0 * (1L << 30))
                .minutes(30);
        assertThat(gpu.last().evidence())
                .isEqualTo("20.0 GiB are in use, and nobody holds it; vision/train-0 held it last");
    }

    @Test
    void memory_that_is_nearly_full_and_memory_that_grows() {
        gpu.says(Field.MEMORY_USED_BYTES, 79.0 * (1L << 30)).minutes(20);
        assertThat(gpu.told()).isEqualTo("memory_full info 30-");
        var growing = new WatchedGpu();
        growing.counts(Field.MEMORY_USED_BYTES, 3.0 * (1L << 30) / 3600).minutes(9 * 60);
        assertThat(growing.told()).startsWith("memory_grows info");
        assertThat(growing.last().evidence()).contains("within");
    }

    @Test
    void a_kernel_that_spins_is_found_after_a_quarter_of_an_hour() {
        gpu.minutes(60)
                .counts(Field.BUSY_SECONDS, 1)
                .counts(Field.SM_ACTIVE_SECONDS, 0.01)
                .says(Field.POWER_WATTS, 120)
                .minutes(60);
        assertThat(gpu.told()).isEqualTo("hung warning 3630-");
        gpu.counts(Field.SM_ACTIVE_SECONDS, 0.6).says(Field.POWER_WATTS, 500).minutes(10);
        assertThat(gpu.told()).isEqualTo("hung warning 3630-, hung warning 3630-7230");
        assertThat(gpu.last().lostMillis()).isEqualTo(3_600_000);
    }

    @Test
    void low_use_is_found_after_half_an_hour_and_costs_what_was_not_used() {
        gpu.counts(Field.SM_ACTIVE_SECONDS, 0.05)
                .counts(Field.BUSY_SECONDS, 0.05)
                .minutes(100);
        assertThat(gpu.told()).matches("low_use info \\d+-");
        gpu.counts(Field.SM_ACTIVE_SECONDS, 0.6).minutes(60);
        assertThat(gpu.told()).matches("low_use info \\d+-, low_use info \\d+-\\d+");
        var lasted = gpu.last().closed().orElseThrow() - gpu.last().opened();
        assertThat(gpu.last().lostMillis() / (double) lasted).isBetween(0.9, 0.96);
    }

    @Test
    void nobody_is_blamed_for_the_start_of_a_pod_or_for_what_is_free() {
        gpu.heldBy()
                .counts(Field.SM_ACTIVE_SECONDS, 0)
                .counts(Field.BUSY_SECONDS, 0)
                .minutes(300);
        gpu.heldBy("late-0").minutes(35);
        assertThat(gpu.told()).isEmpty();
    }

    @Test
    void readings_that_come_in_pieces_say_the_same() {
        var whole = new WatchedGpu();
        for (var told : List.of(gpu, whole)) {
            told.says(Field.TEMPERATURE_CELSIUS, 90)
                    .says(Field.TEMPERATURE_MARGIN_CELSIUS, 20)
                    .counts(Field.PCIE_REPLAYS, 1)
                    .counts(Field.SM_ACTIVE_SECONDS, 0.01)
                    .counts(Field.BUSY_SECONDS, 1)
                    .says(Field.POWER_WATTS, 100)
                    .counted(new XidCount(31, 2), new XidCount(95, 0));
        }
        gpu.minutesInPieces(30);
        whole.minutes(30);
        gpu.counted(new XidCount(31, 3), new XidCount(95, 1)).minutesInPieces(30);
        whole.counted(new XidCount(31, 3), new XidCount(95, 1)).minutes(30);
        assertThat(gpu.told()).isEqualTo(whole.told()).contains("hung", "pcie_replays", "xid(31)", "fatal_xid(95)");
        assertThat(gpu.told()).doesNotContain("hot");
    }

    @Test
    void links_that_two_pieces_tell_of_are_not_counted() {
        gpu.says(Field.NVLINK_LINKS_UP, 18).minutes(10);
        for (var cut = 0; cut < 10; cut++) {
            gpu.cutLinks(11, 7);
        }
        gpu.minutes(10);
        assertThat(gpu.told()).isEmpty();
        gpu.says(Field.NVLINK_LINKS_UP, 17).minutes(5);
        assertThat(gpu.told()).startsWith("nvlink_down(18)");
    }

    @Test
    void a_count_of_violations_that_stands_still_does_not_speak_against_the_reasons_of_the_clock() {
        gpu.says(Field.THERMAL_VIOLATION_SECONDS, 5)
                .counts(Field.THROTTLED_HW_THERMAL_SECONDS, 0)
                .minutes(5);
        gpu.counts(Field.THROTTLED_HW_THERMAL_SECONDS, 1).minutes(20);
        assertThat(gpu.told()).isEqualTo("throttled_by_heat warning 330-");
        var ofDcgm = new WatchedGpu().counts(Field.THERMAL_VIOLATION_SECONDS, 0).minutes(5);
        assertThat(ofDcgm.counts(Field.THERMAL_VIOLATION_SECONDS, 1).minutes(20).told())
                .isEqualTo("throttled_by_heat warning 330-");
    }

    @Test
    void what_one_pod_did_not_do_is_over_when_another_has_the_gpu() {
        gpu.counts(Field.SM_ACTIVE_SECONDS, 0.02)
                .counts(Field.BUSY_SECONDS, 0.02)
                .minutes(60);
        gpu.heldBy("other-0").counts(Field.SM_ACTIVE_SECONDS, 0.6).minutes(15);
        assertThat(gpu.told()).isEqualTo("low_use info 630-, low_use info 630-3630");
        assertThat(gpu.last().holders()).contains("vision/train-0");
    }

    @Test
    void what_another_analyzer_had_opened_is_over_when_nobody_tells_it_any_more() {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90).minutes(20);
        var open = gpu.watches().open();
        assertThat(gpu.watches().abandoned(open)).isEmpty();
        var next = new WatchedGpu().minutes(60);
        assertThat(next.watches().abandoned(open)).isEmpty();
        assertThat(next.minutes(60).watches().abandoned(open))
                .extracting(finding -> finding.closed().orElseThrow())
                .containsExactly(1_200_000L);
    }

    @Test
    void readings_that_come_again_or_late_change_nothing() {
        gpu.minutes(5).counted(new XidCount(48, 1)).minutes(1);
        var again = gpu.row();
        assertThat(gpu.watches().read(List.of(again, again))).isEmpty();
        assertThat(gpu.told()).isEqualTo("xid(48) warning 330-");
    }

    @Test
    void what_was_open_before_a_restart_goes_on() {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90).minutes(20).restarted().minutes(20);
        assertThat(gpu.told()).isEqualTo("hot warning 30-");
        gpu.says(Field.TEMPERATURE_CELSIUS, 60).minutes(10);
        assertThat(gpu.told()).isEqualTo("hot warning 30-, hot warning 30-2430");
    }

    @Test
    void what_only_readings_say_is_over_when_there_are_none() {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90).says(Field.LOST, 1).minutes(20);
        assertThat(gpu.watches().lapse(1, Patience.USUAL)).isEmpty();
        assertThat(gpu.watches().lapse(3_600_000, Patience.USUAL)).isEmpty();
        var lapsed = gpu.watches().lapse(3_600_001, Patience.USUAL);
        assertThat(lapsed).extracting(finding -> finding.key().kind().word()).containsExactly("hot");
        assertThat(gpu.watches().open())
                .extracting(finding -> finding.key().kind().word())
                .containsExactly("gpu_lost");
    }

    @Test
    void two_hot_readings_far_apart_are_not_ten_hot_minutes() {
        gpu.says(Field.TEMPERATURE_CELSIUS, 90).minutes(1).silent(60).minutes(1);
        assertThat(gpu.told()).isEmpty();
    }

    @Test
    void a_boot_clears_the_xids_from_before_it() {
        gpu.counted(new XidCount(95, 0)).minutes(5).counted(new XidCount(95, 1)).minutes(5);
        assertThat(gpu.watches().booted(Map.of(NODE, List.of(200_000L)))).isEmpty();
        assertThat(gpu.watches().booted(Map.of(NODE, List.of(200_000L, 600_000L))))
                .extracting(Finding::isOpen)
                .containsExactly(false);
    }
}
