package io.gpuledger.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryErrorsTest {
    @Test
    void an_xid_is_counted_as_often_as_it_comes_and_changes_nothing_else() {
        var script = """
            node n h100 2
            pod trainer vision on n/0 from 0 to 1h doing 50%
            counts xid 31 n/0 3 times at 10m
            counts xid 13 n/0 1 times at 12m
            counts xid 31 n/0 2 times at 20m
            """;
        var ours = ScriptedPages.ours(script);
        var theirs = ScriptedPages.theirs(script);

        assertThat(ours.at(600, "gpu_xid_errors_total", "xid=\"31\"")).isEmpty();
        assertThat(ours.at(601, "gpu_xid_errors_total", "xid=\"31\"")).containsExactly("3");
        assertThat(ours.at(1201, "gpu_xid_errors_total", "xid=\"31\"")).containsExactly("5");
        assertThat(ours.at(1201, "gpu_xid_errors_total", "xid=\"13\"")).containsExactly("1");
        assertThat(ours.at(1201, "gpu_lost")).containsExactly("0", "0");
        assertThat(ours.at(1201, "gpu_sm_active_seconds_total")).containsExactly("600.500", "0.000");
        assertThat(theirs.at(600, "DCGM_FI_DEV_XID_ERRORS")).containsExactly("0", "0");
        assertThat(theirs.at(601, "DCGM_FI_DEV_XID_ERRORS")).containsExactly("31", "0");
        assertThat(theirs.at(721, "DCGM_FI_DEV_XID_ERRORS")).containsExactly("13", "0");
        assertThat(theirs.at(1201, "DCGM_FI_DEV_XID_ERRORS")).containsExactly("31", "0");
    }

    @Test
    void an_exporter_that_starts_later_has_not_heard_of_an_xid_that_is_over() {
        var pages = ScriptedPages.ours("""
            node n h100 1
            counts xid 31 n/0 3 times at 10m
            dark n from 11m to 12m
            """);

        assertThat(pages.at(650, "gpu_xid_errors_total", "xid=\"31\"")).containsExactly("3");
        assertThat(pages.at(730, "gpu_xid_errors_total", "xid=\"31\"")).isEmpty();
    }

    @Test
    void memory_errors_are_counted_by_the_driver_and_by_the_device_and_outlive_the_exporter() {
        for (var metric : new String[] {"gpu_ecc_errors_total", "gpu_ecc_lifetime_errors_total"}) {
            var pages = ScriptedPages.ours("""
                node n h100 2
                counts corrected n/0 500 times at 10m
                counts uncorrected n/1 2 times at 10m
                counts uncorrected n/1 1 times at 20m
                dark n from 30m to 31m
                """);

            assertThat(pages.at(600, metric)).containsOnly("0");
            assertThat(pages.at(601, metric, "kind=\"corrected\"")).containsExactly("500", "0");
            assertThat(pages.at(601, metric, "kind=\"uncorrected\"")).containsExactly("0", "2");
            assertThat(pages.at(1201, metric, "kind=\"uncorrected\"")).containsExactly("0", "3");
            assertThat(pages.at(1900, metric, "kind=\"corrected\"")).containsExactly("500", "0");
        }
    }

    @Test
    void counters_of_a_gpu_that_is_lost_stay_as_they_were() {
        var pages = ScriptedPages.ours("""
            node n h100 1
            counts corrected n/0 500 times at 15m
            lost n/0 from 10m to 20m
            """);

        assertThat(pages.at(1000, "gpu_ecc_errors_total", "kind=\"corrected\"")).containsExactly("0");
        assertThat(pages.at(1201, "gpu_ecc_errors_total", "kind=\"corrected\"")).containsExactly("500");
    }

    @Test
    void the_chip_s_own_memory_is_told_of_where_it_has_failed() {
        var pages = ScriptedPages.ours("""
            node n h100 2
            sram-exceeded n/0 from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_sram_ecc_threshold_exceeded")).containsExactly("0", "0");
        assertThat(pages.at(601, "gpu_sram_ecc_threshold_exceeded")).containsExactly("1", "0");
        assertThat(pages.at(1201, "gpu_sram_ecc_threshold_exceeded")).containsExactly("0", "0");
        assertThat(ScriptedPages.ours("node n h100 2").at(601, "gpu_sram_ecc_threshold_exceeded"))
                .isEmpty();
    }

    @Test
    void a_row_that_is_remapped_waits_for_a_reset() {
        var script = """
            node n a100 1
            remap-pending n/0 from 10m to 20m
            """;
        var ours = ScriptedPages.ours(script);

        assertThat(ours.at(600, "gpu_row_remap_pending")).containsExactly("0");
        assertThat(ours.at(601, "gpu_row_remap_pending")).containsExactly("1");
        assertThat(ours.at(601, "gpu_remapped_rows_total", "kind=\"uncorrectable\""))
                .containsExactly("1");
        assertThat(ours.at(1201, "gpu_row_remap_pending")).containsExactly("0");
        assertThat(ours.at(1201, "gpu_remapped_rows_total", "kind=\"uncorrectable\""))
                .containsExactly("1");
        assertThat(ScriptedPages.theirs(script).at(601, "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS"))
                .containsExactly("1");
    }

    @Test
    void what_does_not_remap_rows_retires_pages() {
        var pages = ScriptedPages.ours("""
            node n v100 1
            counts single-bit n/0 3 times at 10m
            counts double-bit n/0 1 times at 10m
            retirement-pending n/0 from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_retired_pages_total")).containsExactly("0", "0");
        assertThat(pages.at(601, "gpu_retired_pages_total")).containsExactly("3", "1");
        assertThat(pages.at(601, "gpu_retired_pages_pending")).containsExactly("1");
        assertThat(pages.at(1201, "gpu_retired_pages_total")).containsExactly("3", "1");
        assertThat(pages.at(1201, "gpu_retired_pages_pending")).containsExactly("0");
    }
}
