package io.gpuledger.simulator.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.ClockEvent;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.simulator.script.Script;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeatAndClocksTest {
    @Test
    void a_gpu_is_as_hot_as_it_is_said_to_be() {
        var script = """
            node n h100 1
            hot n/0 at 92 from 10m to 20m
            memory-hot n/0 at 101 from 15m to 20m
            """;
        var ours = ScriptedPages.ours(script);
        var theirs = ScriptedPages.theirs(script);

        assertThat(ours.at(600, "gpu_temperature_celsius")).containsExactly("32", "33");
        assertThat(ours.at(601, "gpu_temperature_celsius")).containsExactly("92", "33");
        assertThat(ours.at(901, "gpu_temperature_celsius")).containsExactly("92", "101");
        assertThat(ours.at(1201, "gpu_temperature_celsius")).containsExactly("32", "33");
        assertThat(theirs.at(901, "DCGM_FI_DEV_GPU_TEMP")).containsExactly("92");
        assertThat(theirs.at(901, "DCGM_FI_DEV_MEMORY_TEMP")).containsExactly("101");
    }

    @Test
    void a_clock_that_is_throttled_is_low_for_a_reason_whose_time_runs() {
        var script = """
            node n h100 2
            pod trainer vision on n/0,n/1 from 0 to 1h doing 50%
            throttled n/0 to 60% by hw_thermal from 10m to 20m
            """;
        var ours = ScriptedPages.ours(script);
        var theirs = ScriptedPages.theirs(script);

        var before = ours.at(600, "gpu_clock_hertz", "clock=\"sm\"");
        assertThat(ours.at(600, "gpu_throttled_seconds_total", "hw_thermal")).containsExactly("0.000", "0.000");
        assertThat(ours.at(900, "gpu_clock_hertz", "clock=\"sm\"")).containsExactly("1185000000", before.getLast());
        assertThat(ours.at(900, "gpu_throttled_seconds_total", "hw_thermal")).containsExactly("300.000", "0.000");
        assertThat(ours.at(900, "gpu_throttled_seconds_total", "sw_thermal")).containsExactly("0.000", "0.000");
        assertThat(ours.at(900, "gpu_sm_active_seconds_total")).containsExactly("450.000", "450.000");
        assertThat(ours.at(1201, "gpu_clock_hertz", "clock=\"sm\"")).isEqualTo(before);
        assertThat(ours.at(1500, "gpu_throttled_seconds_total", "hw_thermal")).containsExactly("600.000", "0.000");
        assertThat(theirs.at(900, "DCGM_FI_DEV_SM_CLOCK").getFirst()).isEqualTo("1185");
    }

    @Test
    void each_reason_has_its_time_and_its_event() {
        assertThrottled("hw_thermal", ClockEvent.HW_THERMAL, ClockEvent.HW_SLOWDOWN);
        assertThrottled("sw_thermal", ClockEvent.SW_THERMAL);
        assertThrottled("hw_power_brake", ClockEvent.HW_POWER_BRAKE, ClockEvent.HW_SLOWDOWN);
        assertThrottled("power_cap", ClockEvent.POWER_CAP);
    }

    private static void assertThrottled(String reason, ClockEvent... events) {
        var script = """
            node n h100 1
            pod trainer vision on n/0 from 0 to 1h doing 50%%
            throttled n/0 to 60%% by %s from 10m to 20m
            """.formatted(reason);

        assertThat(ScriptedPages.ours(script).at(660, "gpu_throttled_seconds_total", "\"" + reason + "\""))
                .containsExactly("60.000");
        var node =
                new NodeLife(Script.read(script, ScriptedPages.DAY).chapters().getFirst(), ScriptedPages.BEGIN, 1);
        assertThat(events(node, 600)).isEmpty();
        assertThat(events(node, 601)).containsExactlyInAnyOrder(events);
        assertThat(events(node, 1201)).isEmpty();
    }

    private static Set<ClockEvent> events(NodeLife node, long second) {
        var gpu = node.at(ScriptedPages.BEGIN + second).snapshot().gpus().getFirst();
        return ClockEvent.in(gpu.readings().value(Quantity.CLOCK_EVENTS).orElseThrow());
    }

    @Test
    void a_clock_that_is_slow_has_no_reason() {
        var pages = ScriptedPages.ours("""
            node n h100 2
            pod trainer vision on n/0 from 0 to 1h doing 50%
            slowed n/0 to 50% from 10m to 20m
            slowed n/1 to 50% from 10m to 20m
            """);

        assertThat(pages.at(900, "gpu_clock_hertz", "clock=\"sm\"")).containsExactly("990000000", "345000000");
        assertThat(pages.at(900, "gpu_throttled_seconds_total")).containsOnly("0.000");
        assertThat(pages.at(900, "gpu_sm_active_seconds_total")).containsExactly("450.000", "0.000");
        assertThat(pages.at(1201, "gpu_clock_hertz", "clock=\"sm\"")).doesNotContain("990000000");
    }

    @Test
    void a_gpu_may_draw_less_than_others_and_does_what_it_did() {
        var pages = ScriptedPages.ours("""
            node n h100 2
            pod trainer vision on n/0,n/1 from 0 to 1h doing 50%
            power-limit n/1 500 from 10m to 20m
            """);

        assertThat(pages.at(600, "gpu_power_limit_watts")).containsExactly("700", "700");
        var before = pages.at(600, "gpu_power_watts").getFirst();
        assertThat(pages.at(601, "gpu_power_limit_watts")).containsExactly("700", "500");
        assertThat(pages.at(900, "gpu_sm_active_seconds_total")).containsExactly("450.000", "450.000");
        assertThat(pages.at(900, "gpu_power_watts")).hasSize(2).allMatch(before::equals);
        assertThat(pages.at(1201, "gpu_power_limit_watts")).containsExactly("700", "700");
    }

    @Test
    void a_clock_goes_no_higher_than_it_is_set_to() {
        var pages = ScriptedPages.ours("""
            node n h100 2
            pod trainer vision on n/0,n/1 from 0 to 1h doing 50%
            clock-max n/1 900 from 10m to 20m
            """);

        var max = pages.at(600, "gpu_clock_max_hertz", "clock=\"sm\"");
        var before = pages.at(600, "gpu_clock_hertz", "clock=\"sm\"");
        assertThat(max).containsExactly("1980000000", "1980000000");
        assertThat(pages.at(601, "gpu_clock_max_hertz", "clock=\"sm\"")).containsExactly(max.getFirst(), "900000000");
        assertThat(pages.at(601, "gpu_clock_hertz", "clock=\"sm\"")).containsExactly(before.getFirst(), "900000000");
        assertThat(pages.at(1201, "gpu_clock_max_hertz", "clock=\"sm\"")).isEqualTo(max);
        assertThat(pages.at(1201, "gpu_clock_hertz", "clock=\"sm\"")).isEqualTo(before);
    }
}
