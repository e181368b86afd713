package io.gpuledger.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ExtraMemoryTest {
    private static final long MEBIBYTE = 1 << 20;
    /// What an H100 has besides what its driver keeps.
    private static final long H100 = (81_559 - 551) * MEBIBYTE;

    /// Memory comes in pages of 2 MiB.
    private static String[] bytes(double... bytes) {
        return LongStream.range(0, bytes.length)
                .mapToObj(at -> Long.toString((long) bytes[(int) at] / (2 * MEBIBYTE) * (2 * MEBIBYTE)))
                .toArray(String[]::new);
    }

    @Test
    void memory_that_nobody_holds_is_orphaned_after_two_minutes() {
        var script = """
            node n h100 2
            orphan-memory n/0 8 GiB from 10m to 20m
            """;
        var ours = ScriptedPages.ours(script);

        assertThat(ours.at(600, "gpu_memory_used_bytes")).containsExactly("0", "0");
        assertThat(ours.at(601, "gpu_memory_used_bytes")).containsExactly("8589934592", "0");
        assertThat(ours.at(720, "gpu_orphan_memory_bytes")).isEmpty();
        assertThat(ours.at(721, "gpu_orphan_memory_bytes")).containsExactly("8589934592");
        assertThat(ours.at(1200, "gpu_orphan_memory_bytes")).containsExactly("8589934592");
        assertThat(ours.at(1201, "gpu_orphan_memory_bytes")).isEmpty();
        assertThat(ours.at(1201, "gpu_memory_used_bytes")).containsExactly("0", "0");
        assertThat(ScriptedPages.theirs(script).at(601, "DCGM_FI_DEV_FB_USED")).containsExactly("8192", "0");
    }

    @Test
    void what_somebody_holds_is_not_orphaned() {
        var pages = ScriptedPages.ours("""
            node n h100 1
            pod trainer vision on n/0 from 0 to 15m doing 50%
            orphan-memory n/0 8 GiB from 10m to 20m
            """);

        assertThat(pages.at(899, "gpu_memory_used_bytes")).containsExactly(bytes(H100 / 2.0 + 8192.0 * MEBIBYTE));
        assertThat(pages.at(899, "gpu_pod_memory_used_bytes")).containsExactly(bytes(H100 / 2.0));
        assertThat(pages.at(1019, "gpu_orphan_memory_bytes")).isEmpty();
        assertThat(pages.at(1021, "gpu_orphan_memory_bytes")).containsExactly("8589934592");
    }

    @Test
    void memory_that_is_lost_with_its_gpu_is_not_told_of() {
        var pages = ScriptedPages.ours("""
            node n h100 1
            orphan-memory n/0 8 GiB from 0 to 20m
            lost n/0 from 10m to 15m
            """);

        assertThat(pages.at(600, "gpu_orphan_memory_bytes")).hasSize(1);
        assertThat(pages.at(700, "gpu_orphan_memory_bytes")).isEmpty();
    }

    @Test
    void memory_is_filled_by_who_holds_it() {
        var script = """
            node n h100 1
            pod trainer vision on n/0 from 0 to 1h doing 50%
            filled n/0 to 98% from 10m to 20m
            """;
        var ours = ScriptedPages.ours(script);

        assertThat(ours.at(600, "gpu_memory_used_bytes")).containsExactly(bytes(H100 / 2.0));
        assertThat(ours.at(900, "gpu_memory_used_bytes")).containsExactly(bytes(0.98 * H100));
        assertThat(ours.at(900, "gpu_pod_memory_used_bytes")).containsExactly(bytes(0.98 * H100));
        assertThat(ours.at(900, "gpu_orphan_memory_bytes")).isEmpty();
        assertThat(ours.at(1201, "gpu_memory_used_bytes")).containsExactly(bytes(H100 / 2.0));
        assertThat(ScriptedPages.theirs(script).at(900, "DCGM_FI_DEV_FB_USED")).containsExactly("79386");
    }

    @Test
    void memory_that_creeps_becomes_more_until_there_is_no_more() {
        var pages = ScriptedPages.ours("""
            node n h100 1
            pod trainer vision on n/0 from 0 to 5h doing 50%
            creeping n/0 by 20% an-hour from 1h to 4h
            """);

        assertThat(pages.at(3601, "gpu_memory_used_bytes")).containsExactly(bytes(0.5 * H100));
        assertThat(pages.at(5401, "gpu_memory_used_bytes")).containsExactly(bytes(0.6 * H100));
        assertThat(pages.at(7201, "gpu_memory_used_bytes")).containsExactly(bytes(0.7 * H100));
        assertThat(pages.at(14_400, "gpu_memory_used_bytes")).containsExactly(bytes(H100));
        assertThat(pages.at(14_401, "gpu_memory_used_bytes")).containsExactly(bytes(0.5 * H100));
    }

    @Test
    void who_shares_a_gpu_has_a_share_of_what_fills_it() {
        var pages = ScriptedPages.ours("""
            node n l4 1 replicas 2
            pod one vision on n/0 from 0 to 1h doing 10%
            pod two search on n/0 from 0 to 1h doing 10%
            filled n/0 to 100% from 10m to 20m
            """);

        var all = pages.at(900, "gpu_memory_used_bytes").getFirst();
        assertThat(pages.at(900, "gpu_pod_memory_used_bytes"))
                .hasSize(2)
                .allSatisfy(part -> assertThat(Double.parseDouble(part)).isBetween(0.49 * num(all), 0.51 * num(all)));
    }

    private static double num(String text) {
        return Double.parseDouble(text);
    }

    @Test
    void each_mig_device_is_filled() {
        var pages = ScriptedPages.ours("""
            node n a100 1 mig 3g.40gb,2g.20gb
            filled n/0 to 100% from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_memory_used_bytes")).containsExactly("0", "0");
        assertThat(pages.at(900, "gpu_memory_used_bytes")).containsExactly("42620420096", "21309161472");
        assertThat(pages.at(900, "gpu_orphan_memory_bytes")).containsExactly("42620420096", "21309161472");
    }
}
