package io.gpuledger.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PagesTest {
    private static final long BEGIN = 1_800_000_000L;
    private static final Span DAY = new Span(BEGIN, BEGIN + 86_400);

    private static Pages ours(String script) {
        return new Pages(Script.read(script, DAY), BEGIN, Exporter.GPU_EXPORTER, 1);
    }

    private static List<String> page(Pages pages, int node, long seconds) {
        return pages.at(node, BEGIN + seconds)
                .map(text -> new String(text, StandardCharsets.UTF_8).lines().toList())
                .orElse(List.of());
    }

    /// Returns the values of a metric on all series with this label, in the page's order.
    private static List<String> values(List<String> page, String metric, String label) {
        return page.stream()
                .filter(line -> line.startsWith(metric + "{") && line.contains(label))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .toList();
    }

    private static List<String> values(List<String> page, String metric) {
        return values(page, metric, "");
    }

    @Test
    void an_exporter_counts_what_pods_do_from_its_start_on() {
        var pages = ours("""
            node n h100 1
            pod trainer vision on n/0 from 5m to 1h doing 50%
            """);

        var page = page(pages, 0, 600);

        assertThat(values(page, "gpu_observed_seconds_total")).containsExactly("600.000");
        assertThat(values(page, "gpu_sm_active_seconds_total")).containsExactly("150.000");
        assertThat(values(page, "gpu_busy_seconds_total")).containsExactly("150.000");
        assertThat(values(page, "gpu_pod_busy_seconds_total", "pod=\"trainer\""))
                .containsExactly("150.000");
        assertThat(values(page, "gpu_holder_info", "namespace=\"vision\",pod=\"trainer\",container=\"main\""))
                .containsExactly("1");
        assertThat(values(page, "DCGM_FI_DEV_GPU_UTIL", "pod=\"trainer\"")).containsExactly("50");
        assertThat(page).contains("gpu_exporter_snapshot_timestamp_seconds 1800000600.000");
    }

    @Test
    void who_has_gone_no_longer_stands_on_the_page() {
        var pages = ours("""
            node n h100 1
            pod trainer vision on n/0 from 0 to 10m doing 50%
            """);

        assertThat(values(page(pages, 0, 599), "gpu_holder_info")).hasSize(1);
        assertThat(values(page(pages, 0, 600), "gpu_holder_info")).isEmpty();
        assertThat(values(page(pages, 0, 700), "gpu_sm_active_seconds_total")).containsExactly("300.000");
    }

    @Test
    void an_exporter_that_was_in_the_dark_starts_anew() {
        var pages = ours("""
            node n h100 1
            pod trainer vision on n/0 from 0 to 1h doing 50%
            dark n from 10m to 15m
            """);

        assertThat(values(page(pages, 0, 599), "gpu_observed_seconds_total")).containsExactly("599.000");
        assertThat(page(pages, 0, 600)).isEmpty();
        assertThat(page(pages, 0, 899)).isEmpty();
        assertThat(values(page(pages, 0, 1000), "gpu_observed_seconds_total")).containsExactly("100.000");
        assertThat(values(page(pages, 0, 1000), "gpu_sm_active_seconds_total")).containsExactly("50.000");
    }

    @Test
    void an_exporter_says_when_it_started_by_its_node_s_clock() {
        var pages = ours("""
            node n h100 1
            dark n from 10m to 15m
            skewed n by 2m from 12m to 20m
            """);

        assertThat(startTime(pages, 0)).isEqualTo(BEGIN);
        assertThat(startTime(pages, 599)).isEqualTo(BEGIN);
        assertThat(startTime(pages, 900)).isEqualTo(BEGIN + 900 + 120);
        assertThat(startTime(pages, 1300)).isEqualTo(BEGIN + 900 + 120);
    }

    private static double startTime(Pages pages, long seconds) {
        return page(pages, 0, seconds).stream()
                .filter(line -> line.startsWith("process_start_time_seconds "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_gpu_that_is_lost_stands_still_and_goes_on() {
        var pages = ours("""
            node n h100 2
            pod trainer vision on n/0,n/1 from 0 to 1h doing 50%
            lost n/0 from 10m to 20m
            """);

        var lost = page(pages, 0, 900);
        var back = page(pages, 0, 1300);

        assertThat(values(lost, "gpu_lost")).containsExactly("1", "0");
        assertThat(values(lost, "gpu_observed_seconds_total")).containsExactly("600.000", "900.000");
        assertThat(values(lost, "gpu_power_watts")).hasSize(1);
        assertThat(values(back, "gpu_lost")).containsExactly("0", "0");
        assertThat(values(back, "gpu_observed_seconds_total")).containsExactly("700.000", "1300.000");
        assertThat(values(back, "gpu_sm_active_seconds_total")).containsExactly("350.000", "650.000");
    }

    @Test
    void a_fatal_xid_is_counted_and_ends_with_a_reset() {
        var pages = ours("""
            node n h100 1
            xid 95 n/0 from 10m to 20m
            """);

        assertThat(values(page(pages, 0, 600), "gpu_xid_errors_total", "xid=\"95\""))
                .containsExactly("0");
        assertThat(values(page(pages, 0, 601), "gpu_xid_errors_total", "xid=\"95\""))
                .containsExactly("1");
        assertThat(values(page(pages, 0, 900), "gpu_lost")).containsExactly("0");
        assertThat(values(page(pages, 0, 1150), "gpu_lost")).containsExactly("1");
        assertThat(values(page(pages, 0, 1201), "gpu_lost")).containsExactly("0");
    }

    @Test
    void a_gpu_does_not_answer_and_a_row_is_not_replaced() {
        var pages = ours("""
            node n h100 2
            stuck n/0 from 10m to 20m
            remap-failed n/1 from 10m to 20m
            """);

        var page = page(pages, 0, 900);

        assertThat(values(page, "gpu_exporter_device_stuck")).containsExactly("1", "0");
        assertThat(values(page, "gpu_row_remap_failed")).containsExactly("1");
        assertThat(values(page(pages, 0, 1300), "gpu_row_remap_failed")).containsExactly("0", "0");
    }

    @Test
    void mig_devices_are_counted_each_for_itself() {
        var pages = ours("""
            node n a100 1 mig 3g.40gb,2g.20gb,1g.10gb
            pod trainer vision on n/0.0 from 0 to 1h doing 50%
            """);

        var page = page(pages, 0, 600);

        assertThat(values(page, "gpu_sm_active_seconds_total")).containsExactly("300.000", "0.000", "0.000");
        assertThat(values(page, "gpu_holder_info", "instance_profile=\"3g.40gb\""))
                .containsExactly("1");
        assertThat(values(page, "gpu_busy_seconds_total")).isEmpty();
        assertThat(values(page, "gpu_info", "compute_slices=\"7\"")).hasSize(1);
        assertThat(values(page, "gpu_memory_total_bytes")).containsExactly("42949672960", "21474836480", "10737418240");
    }

    @Test
    void replicas_have_each_their_own() {
        var pages = ours("""
            node n l4 1 replicas 4
            pod one vision on n/0 from 0 to 1h doing 10%
            pod two search on n/0 from 0 to 1h doing 20% replicas 2
            """);

        var page = page(pages, 0, 100);

        assertThat(values(page, "gpu_sm_active_seconds_total")).containsExactly("30.000");
        assertThat(values(page, "gpu_pod_busy_seconds_total", "pod=\"one\"")).containsExactly("10.000");
        assertThat(values(page, "gpu_pod_busy_seconds_total", "pod=\"two\"")).containsExactly("20.000");
        assertThat(values(page, "gpu_holder_info", "pod=\"two\",container=\"main\",replicas_held=\"2\",replicas=\"4\""))
                .containsExactly("1");
        assertThat(values(page, "DCGM_FI_DEV_GPU_UTIL", "pod=")).isEmpty();
    }

    @Test
    void what_is_not_profiled_tells_only_that_kernels_run() {
        var page = page(ours("""
            node n v100 1
            pod trainer vision on n/0 from 0 to 1h doing 50%
            """), 0, 100);

        assertThat(values(page, "gpu_busy_seconds_total")).containsExactly("50.000");
        assertThat(values(page, "gpu_sm_active_seconds_total")).isEmpty();
        assertThat(values(page, "gpu_exporter_unsupported", "reading=\"sm_active\""))
                .containsExactly("1");
    }

    @Test
    void a_clock_that_is_fast_says_so() {
        var page = page(ours("""
            node n h100 1
            skewed n by 2m from 0 to 1h
            """), 0, 60);

        assertThat(page).contains("gpu_exporter_snapshot_timestamp_seconds 1800000180.000");
    }

    @Test
    void energy_is_power_over_time() {
        var page = page(ours("""
            node n h100 1
            pod trainer vision on n/0 from 0 to 1h doing 100%
            """), 0, 1000);

        // Engine and multiprocessors at all of it, memory at half of it.
        assertThat(values(page, "gpu_power_watts")).containsExactly("589.75");
        assertThat(Double.parseDouble(values(page, "gpu_energy_joules_total").getFirst()))
                .isCloseTo(1000 * 589.75, within(0.002));
    }

    @Test
    void dcgm_exporter_shows_gauges_only_as_they_were_when_it_last_looked() {
        var story = Script.read("""
            node n h100 1
            pod trainer vision on n/0 from 75s to 1h doing 40%
            """, DAY);
        var pages = new Pages(story, BEGIN, Exporter.DCGM_EXPORTER, 30);

        assertThat(page(pages, 0, 89))
                .allMatch(line -> line.replaceFirst("# (HELP|TYPE) ", "").startsWith("DCGM_"));
        assertThat(values(page(pages, 0, 89), "DCGM_FI_PROF_GR_ENGINE_ACTIVE")).containsExactly("0");
        // 15 of the 30 seconds before.
        assertThat(values(page(pages, 0, 119), "DCGM_FI_PROF_GR_ENGINE_ACTIVE")).containsExactly("0.2");
        assertThat(values(page(pages, 0, 119), "DCGM_FI_DEV_GPU_UTIL")).containsExactly("40");
        assertThat(values(page(pages, 0, 120), "DCGM_FI_PROF_GR_ENGINE_ACTIVE")).containsExactly("0.4");
    }

    @Test
    void an_exporter_of_gauges_is_in_the_dark_when_it_is_and_shows_nothing_that_it_has_not_seen() {
        var story = Script.read("""
            node n h100 1
            pod trainer vision on n/0 from 0 to 1h doing 40%
            dark n from 95s to 115s
            """, DAY);
        var pages = new Pages(story, BEGIN, Exporter.DCGM_EXPORTER, 30);

        assertThat(values(page(pages, 0, 5), "DCGM_FI_DEV_GPU_UTIL")).isEmpty();
        assertThat(values(page(pages, 0, 5), "DCGM_FI_DEV_FB_USED")).isEmpty();
        assertThat(values(page(pages, 0, 94), "DCGM_FI_DEV_GPU_UTIL")).containsExactly("40");
        assertThat(page(pages, 0, 95)).isEmpty();
        assertThat(page(pages, 0, 114)).isEmpty();
        assertThat(values(page(pages, 0, 115), "DCGM_FI_DEV_GPU_UTIL")).isEmpty();
        assertThat(values(page(pages, 0, 120), "DCGM_FI_DEV_GPU_UTIL")).containsExactly("40");
    }

    @Test
    void an_xid_that_began_before_its_exporter_is_reported_to_it() {
        var pages = ours("""
            node n h100 1
            xid 95 n/0 from 10m to 20m
            dark n from 9m to 11m
            """);

        assertThat(values(page(pages, 0, 660), "gpu_xid_errors_total", "xid=\"95\""))
                .containsExactly("0");
        assertThat(values(page(pages, 0, 661), "gpu_xid_errors_total", "xid=\"95\""))
                .containsExactly("1");
    }

    @Test
    void dcgm_exporter_without_profiling_has_the_utilization() {
        var story = Script.read("""
            node n h100 1
            pod trainer vision on n/0 from 0 to 1h doing 40%
            """, DAY);
        var page = page(new Pages(story, BEGIN, Exporter.DCGM_EXPORTER_UNPROFILED, 15), 0, 60);

        assertThat(values(page, "DCGM_FI_DEV_GPU_UTIL", "pod=\"trainer\"")).containsExactly("40");
        assertThat(page).noneMatch(line -> line.contains("DCGM_FI_PROF_"));
    }

    @Test
    void the_same_seed_serves_the_same_bytes_however_often_it_was_asked_before() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var story = Drawing.of(seed, 10, DAY);
        var often = new Pages(story, BEGIN, Exporter.GPU_EXPORTER, 1);
        var once = new Pages(Drawing.of(seed, 10, DAY), BEGIN, Exporter.GPU_EXPORTER, 1);
        for (var node = 0; node < 10; node++) {
            for (var second = 0; second < 40_000; second += 997) {
                often.at(node, BEGIN + second);
            }
            assertThat(page(often, node, 40_000)).isEqualTo(page(once, node, 40_000));
        }
    }

    @Test
    void counters_are_what_pods_did_in_seconds_that_were_seen() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var story = Drawing.of(seed, 10, DAY);
        var pages = new Pages(story, BEGIN, Exporter.GPU_EXPORTER, 1);
        for (var chapter : story.chapters()) {
            var node = story.chapters().indexOf(chapter);
            var page = page(pages, node, 30_000);
            for (var gpu : chapter.node().gpus()) {
                if (chapter.of(gpu).isEmpty()
                        && gpu.isProfiled()
                        && gpu.layout().isEmpty()) {
                    assertThat(values(page, "gpu_sm_active_seconds_total", gpu.uuid()))
                            .containsExactly("%.3f".formatted(activity(story, gpu.uuid(), 30_000) / 1000.0));
                }
            }
        }
    }

    private static long activity(Story story, String gpu, int seconds) {
        return story.holds().stream()
                .filter(hold -> hold.unit().id().equals(gpu))
                .mapToLong(hold -> {
                    var held = hold.span().within(new Span(BEGIN, BEGIN + seconds));
                    var sum = 0L;
                    for (var second = held.from(); second < held.to(); second++) {
                        sum += hold.activity().at(second).sm();
                    }
                    return sum;
                })
                .sum();
    }
}
