package io.gpuledger.exporter.device.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActivityTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 1234})
    void a_square_wave_is_active_for_exactly_half_of_a_minute_however_it_is_read(long seed) {
        try (var bench = new Bench("gpu h100 square 2s")) {
            var gpu = bench.gpu(0);
            var random = new Random(seed);
            gpu.read(Bench.ALL);
            long active = 0;
            for (long at = 0; at < MINUTE; ) {
                long next = Math.min(MINUTE, at + random.nextLong(1, 1_700_000_000));
                bench.clock.set(Duration.ofNanos(next));
                double mean = gpu.read(Set.of(Pace.FAST))
                        .gpu()
                        .value(Quantity.SM_ACTIVE)
                        .orElseThrow();
                active += Math.round(mean * (next - at));
                at = next;
            }
            assertThat(active).as("seed %d", seed).isEqualTo(MINUTE / 2);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 1234})
    void the_sum_of_means_does_not_depend_on_when_they_are_read(long seed) {
        var scenario = Scenario.parse("gpu h100 mig 3g.40gb training, 2g.20gb serving + notebook");
        try (var often = new Bench(scenario, seed);
                var once = new Bench(scenario, seed)) {
            double sum = 0;
            var random = new Random(seed);
            String uuid = often.gpu(0).device().units().get(1).uuid();
            often.read(0);
            once.read(0);
            for (long at = 0; at < MINUTE; ) {
                long next = Math.min(MINUTE, at + random.nextLong(1, 1_700_000_000));
                often.clock.set(Duration.ofNanos(next));
                sum += (next - at) * instance(often.read(0), uuid);
                at = next;
            }
            once.clock.set(Duration.ofNanos(MINUTE));
            double whole = instance(once.read(0), uuid);
            assertThat(sum / MINUTE).as("seed %d", seed).isCloseTo(whole, offset(1e-12));
            assertThat(once.value(0, Quantity.ENERGY))
                    .as("seed %d", seed)
                    .isCloseTo(often.value(0, Quantity.ENERGY), offset(0.0011));
        }
    }

    private static double instance(Sample sample, String uuid) {
        return sample.instances()
                .getOrDefault(uuid, Readings.NONE)
                .value(Quantity.ENGINE_ACTIVE)
                .orElseThrow();
    }

    @Test
    void a_mean_takes_two_reads_that_are_apart() {
        try (var bench = new Bench("gpu h100 square 2s")) {
            assertThat(bench.reading(0, Quantity.SM_ACTIVE)).isEqualTo(Absent.NO_DATA);
            assertThat(bench.reading(0, Quantity.PCIE_TX_RATE)).isEqualTo(Absent.NO_DATA);
            bench.clock.set(Duration.ofMillis(500));
            assertThat(bench.reading(0, Quantity.SM_ACTIVE)).isEqualTo(Reading.of(1));
            assertThat(bench.reading(0, Quantity.SM_ACTIVE)).isEqualTo(Absent.NO_DATA);
        }
    }

    @Test
    void a_slow_read_leaves_the_means_of_the_next_fast_one_alone() {
        try (var bench = new Bench("gpu h100 square 2s")) {
            bench.read(0);
            bench.clock.setSeconds(1);
            bench.gpu(0).read(Set.of(Pace.SLOW));
            bench.clock.setSeconds(2);
            assertThat(bench.reading(0, Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.5));
        }
    }

    @Test
    void the_driver_s_gauge_tells_of_the_last_complete_cell_in_whole_percent() {
        try (var bench = new Bench("gpu h100 square 2s\ngpu h100 training")) {
            assertThat(bench.reading(0, Quantity.UTILIZATION)).isEqualTo(Absent.NO_DATA);
            bench.clock.set(Duration.ofMillis(1_100));
            assertThat(bench.value(0, Quantity.UTILIZATION)).isEqualTo(1);
            bench.clock.set(Duration.ofMillis(1_200));
            assertThat(bench.value(0, Quantity.UTILIZATION)).isZero();
            double percent = 100 * bench.value(1, Quantity.UTILIZATION);
            assertThat(percent).isEqualTo(Math.rint(percent)).isBetween(30.0, 100.0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // workload, engine from, to, SM from, to, watts from, to
        "training, 0.95, 0.98, 0.75, 0.85, 380, 520",
        "decode, 0.97, 1, 0.3, 0.36, 300, 420",
        "hung, 1, 1, 0.05, 0.07, 110, 140",
        "idle, 0, 0, 0, 0, 70, 70",
        "serving, 0.5, 0.85, 0.3, 0.55, 200, 400",
        "notebook, 0.1, 0.6, 0.05, 0.4, 70, 300"
    })
    void workloads_look_like_what_they_are_called(
            String workload, double engine, double toEngine, double sm, double toSm, double watts, double toWatts) {
        try (var bench = new Bench("gpu h100 " + workload)) {
            bench.read(0);
            bench.clock.set(Duration.ofMinutes(9).plusSeconds(30));
            var readings = bench.read(0).gpu();
            assertThat(readings.value(Quantity.ENGINE_ACTIVE).orElseThrow()).isBetween(engine, toEngine);
            assertThat(readings.value(Quantity.SM_ACTIVE).orElseThrow()).isBetween(sm, toSm);
            assertThat(readings.value(Quantity.POWER).orElseThrow()).isBetween(watts, toWatts);
        }
    }

    @Test
    void serving_is_quiet_at_night_and_a_notebook_after_ten_minutes() {
        try (var bench = new Bench("gpu h100 serving\ngpu h100 notebook")) {
            bench.clock.set(Duration.ofHours(11));
            bench.read(0);
            bench.read(1);
            bench.clock.set(Duration.ofHours(13));
            assertThat(bench.value(0, Quantity.ENGINE_ACTIVE)).isBetween(0.05, 0.2);
            var notebook = bench.read(1).gpu();
            assertThat(notebook.of(Quantity.ENGINE_ACTIVE)).isEqualTo(Reading.of(0));
            assertThat(notebook.value(Quantity.MEMORY_USED).orElseThrow()).isGreaterThan(8e9);
        }
    }

    @Test
    void workloads_in_time_slices_add_up_to_at_most_one() {
        try (var bench = new Bench("gpu l4 square 2s + square 4s + square 4s")) {
            bench.read(0);
            bench.clock.setSeconds(4);
            assertThat(bench.reading(0, Quantity.ENGINE_ACTIVE)).isEqualTo(Reading.of(0.75));
        }
    }

    @Test
    void a_gap_of_a_year_costs_no_more_than_one_of_a_day_and_keeps_the_means() {
        try (var bench = new Bench("gpu h100 square 2s\ngpu h100 training")) {
            bench.read(0);
            bench.clock.set(Duration.ofDays(365));
            var readings = bench.read(0).gpu();
            assertThat(readings.of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.5));
            assertThat(readings.value(Quantity.ENERGY).orElseThrow()
                            / Duration.ofDays(365).toSeconds())
                    .isCloseTo(385, offset(0.01));
        }
    }
}
