package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.counters.CountersSource;
import io.gpuledger.exporter.device.simulated.Fault;
import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a counters file and dcgm-exporter's switches make of the page.
class CountersPageTest {
    private static final String ONE_GPU = "gpu h100 idle";

    @TempDir
    private Path folder;

    private CountersSource file(String... lines) throws IOException {
        return new CountersSource.File(Files.write(folder.resolve("counters.csv"), List.of(lines)));
    }

    private static String lines(String page, Predicate<String> wanted) {
        return page.lines().filter(wanted).collect(Collectors.joining("\n", "", "\n"));
    }

    private static List<String> samples(String page, String name) {
        return page.lines().filter(line -> line.startsWith(name + "{")).toList();
    }

    @Test
    void with_every_line_of_the_default_list_switched_on() throws IOException, InterruptedException {
        try (var resource =
                Objects.requireNonNull(CountersSource.class.getResourceAsStream(CountersSource.DEFAULT_LIST))) {
            var all = new String(resource.readAllBytes(), StandardCharsets.UTF_8).replace("# DCGM", "DCGM");
            try (var node = new VirtualNode(Scenario.builtIn("faults"), 1)) {
                node.show(Renderers.of("node-1", file(all).read()));
                Golden.file("golden/pages/faults-all-counters.txt")
                        .matches(lines(node.page(node.run(200)), line -> line.contains("DCGM_")));
            }
        }
    }

    @Test
    void the_list_of_1_x_with_its_switches() throws InterruptedException {
        try (var node = new VirtualNode(Scenario.builtIn("mig"), 1)) {
            var counters = new CountersSource.BuiltIn("1.x-compatibility-metrics.csv").read();
            node.show(Renderers.likeOnePointX("node-1", counters));
            Golden.file("golden/pages/mig-1.x.txt")
                    .matches(lines(node.page(node.run(45)), line -> line.contains("dcgm_")));
        }
    }

    @Test
    void a_field_that_a_gpu_does_not_give_is_absent_there_and_named_and_once_where_none_can()
            throws IOException, InterruptedException {
        try (var node = new VirtualNode(Scenario.parse("gpu h100 idle\ngpu v100 idle"), 1)) {
            node.show(Renderers.of(
                    "n",
                    file(
                                    "DCGM_FI_PROF_SM_UTIL_RATIO, gauge, profiled",
                                    "DCGM_FI_DEV_FAN_SPEED, gauge, not read by any backend",
                                    "DCGM_FI_DEV_BRAND, label, not read either")
                            .read()));
            var page = node.page(node.run(2));
            assertThat(samples(page, "DCGM_FI_PROF_SM_UTIL_RATIO")).hasSize(1);
            assertThat(page).doesNotContain("# TYPE DCGM_FI_DEV_FAN_SPEED");
            assertThat(samples(page, "gpu_exporter_unsupported").stream()
                            .filter(line -> line.contains("DCGM_"))
                            .map(line -> line.replaceFirst("\\{uuid=.*gpu=\"(\\d)\".*,reading", "{gpu $1, reading")))
                    .containsExactly(
                            "gpu_exporter_unsupported{gpu 1, reading=\"DCGM_FI_PROF_SM_UTIL_RATIO\""
                                    + ",reason=\"not_supported\"} 1",
                            "gpu_exporter_unsupported{reading=\"DCGM_FI_DEV_FAN_SPEED\",reason=\"not_supported\"} 1",
                            "gpu_exporter_unsupported{reading=\"DCGM_FI_DEV_BRAND\",reason=\"not_supported\"} 1");
        }
    }

    @Test
    void label_fields_stand_behind_the_entity_in_the_order_of_their_names() throws IOException, InterruptedException {
        try (var node = new VirtualNode(Scenario.parse(ONE_GPU), 1)) {
            node.show(Renderers.of(
                    "n",
                    file(
                                    "DCGM_FI_DRIVER_VERSION, label, d",
                                    "DCGM_FI_DEV_VBIOS_VERSION, label, v",
                                    "DCGM_FI_DEV_FB_TOTAL, label, a number can be one too",
                                    "DCGM_FI_DEV_GPU_TEMP, gauge, t")
                            .read()));
            assertThat(samples(node.page(node.run(1)), "DCGM_FI_DEV_GPU_TEMP"))
                    .singleElement()
                    .asString()
                    .contains(
                            ",hostname=\"n\",DCGM_FI_DEV_FB_TOTAL=\"81559\",DCGM_FI_DEV_VBIOS_VERSION=\"96.00.74.00.01\","
                                + "DCGM_FI_DRIVER_VERSION=\"580.95.05\"}");
        }
    }

    @Test
    void xids_count_for_as_long_as_the_window_is_and_in_all() throws IOException, InterruptedException {
        try (var node = new VirtualNode(Scenario.parse(ONE_GPU), 1)) {
            node.show(Renderers.of(
                    "n",
                    file("DCGM_EXP_XID_ERRORS_COUNT, gauge, c", "DCGM_EXP_XID_ERRORS_TOTAL, counter, t")
                            .read()));
            var before = node.page(node.run(1));
            assertThat(samples(before, "DCGM_EXP_XID_ERRORS_COUNT"))
                    .singleElement()
                    .asString()
                    .endsWith(",hostname=\"n\",window_size_in_ms=\"300000\"} 0");
            assertThat(samples(before, "DCGM_EXP_XID_ERRORS_TOTAL")).isEmpty();

            node.backend().inject(Fault.parse("xid 0 31"));
            node.backend().inject(Fault.parse("xid 0 31"));
            var soon = node.page(node.run(1));
            assertThat(samples(soon, "DCGM_EXP_XID_ERRORS_COUNT"))
                    .singleElement()
                    .asString()
                    .endsWith(",window_size_in_ms=\"300000\",xid=\"31\"} 2");
            assertThat(samples(soon, "DCGM_EXP_XID_ERRORS_TOTAL"))
                    .singleElement()
                    .asString()
                    .endsWith(",hostname=\"n\",xid=\"31\"} 2");

            var late = node.page(node.cycleAfter(Duration.ofMinutes(6)));
            assertThat(samples(late, "DCGM_EXP_XID_ERRORS_COUNT"))
                    .singleElement()
                    .asString()
                    .endsWith("} 0");
            assertThat(samples(late, "DCGM_EXP_XID_ERRORS_TOTAL"))
                    .singleElement()
                    .asString()
                    .endsWith("} 2");
        }
    }

    @Test
    void clock_events_are_sampled_at_their_pace_and_counted_when_they_begin() throws IOException, InterruptedException {
        try (var node = new VirtualNode(Scenario.parse(ONE_GPU), 1)) {
            node.show(Renderers.of(
                    "n",
                    file("DCGM_EXP_CLOCK_EVENTS_COUNT, gauge, c", "DCGM_EXP_CLOCK_EVENTS_TOTAL, counter, t")
                            .read()));
            node.page(node.cycleAfter(Duration.ZERO));
            node.backend().inject(Fault.parse("throttle 0 hw_thermal 65s"));
            var page = "";
            for (var second = 1; second <= 60; second++) {
                page = node.page(node.cycleAfter(Duration.ofSeconds(1)));
            }
            assertThat(samples(page, "DCGM_EXP_CLOCK_EVENTS_COUNT").stream()
                            .map(line -> line.replaceFirst(".*clock_event=", "")))
                    .containsExactly(
                            "\"gpu_idle\",window_size_in_ms=\"300000\"} 3",
                            "\"hw_slowdown\",window_size_in_ms=\"300000\"} 2",
                            "\"hw_thermal\",window_size_in_ms=\"300000\"} 2");
            assertThat(samples(page, "DCGM_EXP_CLOCK_EVENTS_TOTAL").stream()
                            .map(line -> line.replaceFirst(".*clock_event=", "")))
                    .containsExactly("\"gpu_idle\"} 1", "\"hw_slowdown\"} 1", "\"hw_thermal\"} 1");
        }
    }
}
