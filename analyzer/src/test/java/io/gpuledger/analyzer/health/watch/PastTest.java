package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.SLOW;
import static io.gpuledger.analyzer.health.FindingKind.SLOWER;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PastTest {
    private static final int DAY = 24 * 60;
    private static final double FAST = 1.98e9;
    private static final double SLOW_CLOCK = 1.386e9;

    private final WatchedGpu gpu = new WatchedGpu();

    /// Returns since when it is slower: the first five minutes begin with a reading from before.
    private static long since(int minutes) {
        return 60L * minutes + 300;
    }

    private static long until(int minutes) {
        return 60L * minutes;
    }

    private WatchedGpu fast(int minutes) {
        return gpu.says(Field.SM_CLOCK_HERTZ, FAST).minutes(minutes);
    }

    private WatchedGpu slow(int minutes) {
        return gpu.says(Field.SM_CLOCK_HERTZ, SLOW_CLOCK).minutes(minutes);
    }

    @Test
    void it_is_found_with_its_times_its_cost_and_what_to_do() {
        fast(3 * DAY + 60);
        slow(34);
        assertThat(gpu.told()).isEmpty();
        slow(26);
        assertThat(gpu.told()).isEqualTo("slower(1980) warning %d-".formatted(since(3 * DAY + 60)));
        assertThat(gpu.last().evidence())
                .isEqualTo("it runs at 1386 MHz at most, and usually at 1980, though neither power nor heat holds it"
                        + " down");
        assertThat(gpu.last().action()).contains("nvidia-smi -q -d CLOCK,PERFORMANCE", "dcgmi diag");
        slow(60);
        fast(60);
        assertThat(gpu.told())
                .endsWith("slower(1980) warning %d-%d".formatted(since(3 * DAY + 60), until(3 * DAY + 180)));
        assertThat(gpu.last().lostMillis()).isEqualTo(Math.round(0.3 * 115 * 60_000));
    }

    @Test
    void what_is_within_fifteen_percent_is_nothing() {
        fast(3 * DAY);
        gpu.says(Field.SM_CLOCK_HERTZ, 0.86 * FAST).minutes(DAY);
        assertThat(gpu.told()).isEmpty();
        gpu.says(Field.SM_CLOCK_HERTZ, 0.83 * FAST).minutes(60);
        assertThat(gpu.told()).startsWith("slower(");
    }

    @Test
    void less_than_three_days_are_no_past() {
        fast(2 * DAY);
        slow(DAY - 10);
        assertThat(gpu.told()).isEmpty();
    }

    @Test
    void five_minutes_that_are_fast_begin_the_half_hour_anew() {
        fast(3 * DAY);
        for (var times = 0; times < 20; times++) {
            slow(25);
            fast(5);
        }
        assertThat(gpu.told()).isEmpty();
    }

    /// Ways in which a low clock says nothing.
    static Stream<Consumer<WatchedGpu>> excuses() {
        return Stream.of(
                gpu -> gpu.says(Field.POWER_WATTS, 640),
                gpu -> gpu.says(Field.POWER_LIMIT_WATTS, 540),
                gpu -> gpu.counts(Field.THROTTLED_POWER_CAP_SECONDS, 0.01),
                gpu -> gpu.counts(Field.POWER_VIOLATION_SECONDS, 0.01),
                gpu -> gpu.counts(Field.THROTTLED_SW_THERMAL_SECONDS, 0.05),
                gpu -> gpu.counts(Field.THERMAL_VIOLATION_SECONDS, 0.05),
                gpu -> gpu.counts(Field.THROTTLED_HW_POWER_BRAKE_SECONDS, 0.005),
                gpu -> gpu.counts(Field.SM_ACTIVE_SECONDS, 0.45));
    }

    @ParameterizedTest
    @MethodSource("excuses")
    void a_low_clock_with_a_reason_says_nothing(Consumer<WatchedGpu> excuse) {
        for (var counter : List.of(
                Field.THROTTLED_POWER_CAP_SECONDS,
                Field.POWER_VIOLATION_SECONDS,
                Field.THROTTLED_SW_THERMAL_SECONDS,
                Field.THERMAL_VIOLATION_SECONDS,
                Field.THROTTLED_HW_POWER_BRAKE_SECONDS)) {
            gpu.says(counter, 0);
        }
        fast(3 * DAY);
        excuse.accept(gpu);
        slow(DAY);
        assertThat(gpu.told()).isEmpty();
    }

    @Test
    void heat_without_a_counter_is_a_reason_too() {
        fast(3 * DAY);
        gpu.says(Field.TEMPERATURE_CELSIUS, 90);
        slow(DAY);
        assertThat(gpu.told()).startsWith("hot").doesNotContain("slower");
    }

    @Test
    void clocks_of_pauses_and_of_idle_gpus_are_no_measure() {
        fast(3 * DAY);
        for (var minute = 0; minute < DAY; minute++) {
            gpu.says(Field.SM_CLOCK_HERTZ, minute % 4 == 0 ? FAST : 3.45e8).minutes(1);
        }
        gpu.counts(Field.SM_ACTIVE_SECONDS, 0)
                .says(Field.SM_CLOCK_HERTZ, 3.45e8)
                .minutes(DAY);
        assertThat(gpu.told()).doesNotContain("slower");
    }

    @Test
    void a_finding_stays_open_over_restarts_until_it_is_fast_again() {
        fast(3 * DAY);
        slow(60);
        for (var times = 1; times <= 5; times++) {
            gpu.restarted();
            slow(7 * times);
        }
        assertThat(gpu.told()).isEqualTo("slower(1980) warning %d-".formatted(since(3 * DAY)));
        gpu.restarted();
        fast(60);
        assertThat(gpu.told()).endsWith("-%d".formatted(until(3 * DAY + 60 + 105) + 60));
        assertThat(gpu.last().lostMillis()).isBetween(Math.round(0.3 * 130 * 60_000), Math.round(0.3 * 160 * 60_000));
    }

    @Test
    void after_a_restart_it_takes_three_days_until_anything_is_found() {
        fast(5 * DAY);
        gpu.restarted();
        fast(3 * DAY - 60);
        slow(59);
        assertThat(gpu.told()).isEmpty();
        fast(60);
        slow(60);
        assertThat(gpu.told()).startsWith("slower(");
    }

    @Test
    void a_finding_of_a_gpu_that_does_nothing_stays_open() {
        fast(3 * DAY);
        slow(60);
        gpu.heldBy().counts(Field.SM_ACTIVE_SECONDS, 0).counts(Field.BUSY_SECONDS, 0);
        gpu.says(Field.SM_CLOCK_HERTZ, 3.45e8).minutes(2 * DAY);
        assertThat(gpu.told()).isEqualTo("slower(1980) warning %d-".formatted(since(3 * DAY)));
    }

    @Test
    void a_gpu_that_its_power_limit_holds_down_again_is_slower_no_more() {
        fast(3 * DAY);
        slow(60);
        gpu.counts(Field.THROTTLED_POWER_CAP_SECONDS, 0).minutes(1);
        gpu.says(Field.POWER_WATTS, 700).counts(Field.THROTTLED_POWER_CAP_SECONDS, 1);
        slow(60);
        assertThat(gpu.told()).contains(", slower(1980) warning");
    }

    @Test
    void what_has_stayed_for_a_week_is_usual() {
        fast(7 * DAY);
        slow(7 * DAY - 60);
        assertThat(gpu.told()).isEqualTo("slower(1980) warning %d-".formatted(since(7 * DAY)));
        slow(DAY);
        assertThat(gpu.told()).matches("slower\\(1980\\) warning \\d+-, slower\\(1980\\) warning \\d+-\\d+");
        assertThat(gpu.last().closed().orElseThrow() / 1000).isBetween(14L * 86_400, 14L * 86_400 + 600);
        slow(7 * DAY);
        fast(2 * DAY);
        assertThat(gpu.told()).doesNotContainPattern("slower.*slower.*slower");
    }

    @Test
    void one_that_is_slower_than_its_peers_is_told_once() {
        var slow = new Finding(
                new Finding.Key(new Subject.OfUnit(WatchedGpu.UNIT.id()), SLOW, ""),
                "node",
                Severity.WARNING,
                0,
                OptionalLong.empty(),
                0,
                "it runs at 1386 MHz",
                SLOW.action(),
                Set.of(),
                0);
        var both = new WatchedGpu(List.of(slow));
        both.says(Field.SM_CLOCK_HERTZ, FAST).minutes(3 * DAY);
        both.says(Field.SM_CLOCK_HERTZ, SLOW_CLOCK).minutes(120);
        assertThat(both.watches().open())
                .extracting(finding -> finding.key().kind())
                .containsOnly(SLOW)
                .doesNotContain(SLOWER);
    }
}
