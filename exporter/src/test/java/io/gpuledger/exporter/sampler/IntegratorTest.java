package io.gpuledger.exporter.sampler;

import static io.gpuledger.exporter.device.Quantity.BUSY;
import static io.gpuledger.exporter.device.Quantity.SM_ACTIVE;
import static io.gpuledger.exporter.device.Quantity.UTILIZATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class IntegratorTest {
    private static final long SECOND = 1_000_000_000;

    private final Integrator integrator = new Integrator(Duration.ofSeconds(1));
    private long now;

    private static Readings readings(Quantity quantity, Reading reading) {
        return Readings.of(Map.of(quantity, reading));
    }

    private void readAfter(double seconds, Readings readings) {
        now += Math.round(seconds * SECOND);
        integrator.read(now, readings);
    }

    private void observedIs(double seconds) {
        assertThat(integrator.activity().observedNanos()).isEqualTo(Math.round(seconds * SECOND));
    }

    private void activeIs(Quantity quantity, double seconds) {
        assertThat(integrator.activity().activeNanos()).containsEntry(quantity, Math.round(seconds * SECOND));
    }

    @Test
    void the_first_reading_speaks_for_no_time() {
        readAfter(5, readings(BUSY, Reading.of(1)));
        observedIs(0);
        activeIs(BUSY, 0);
    }

    @Test
    void a_reading_speaks_for_the_time_since_the_one_before() {
        readAfter(0, readings(BUSY, Reading.of(1)));
        readAfter(1, readings(BUSY, Reading.of(0.25)));
        readAfter(2, readings(BUSY, Reading.of(0.5)));
        observedIs(3);
        activeIs(BUSY, 1.25);
    }

    @Test
    void a_reading_speaks_for_three_intervals_at_most() {
        readAfter(0, readings(BUSY, Reading.of(1)));
        readAfter(60, readings(BUSY, Reading.of(1)));
        observedIs(3);
        activeIs(BUSY, 3);
    }

    @Test
    void the_time_around_a_gap_is_unobserved() {
        readAfter(0, readings(BUSY, Reading.of(1)));
        readAfter(1, readings(BUSY, Reading.of(1)));
        integrator.gap();
        readAfter(1, readings(BUSY, Reading.of(1)));
        readAfter(1, readings(BUSY, Reading.of(1)));
        observedIs(2);
        activeIs(BUSY, 2);
    }

    @Test
    void an_interval_that_lacks_one_of_the_activities_counts_for_none() {
        var both = Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Reading.of(0.5)));
        readAfter(0, both);
        readAfter(1, both);
        readAfter(2, Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Absent.FAILED)));
        readAfter(1, both);
        observedIs(2);
        activeIs(BUSY, 2);
        activeIs(SM_ACTIVE, 1);
    }

    @Test
    void an_activity_that_is_gone_for_good_is_not_waited_for_and_does_not_read_as_idle() {
        var both = Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Reading.of(0.5)));
        readAfter(0, both);
        readAfter(1, both);
        readAfter(1, Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Absent.NO_PERMISSION)));
        observedIs(2);
        activeIs(BUSY, 2);
        assertThat(integrator.activity().activeNanos()).doesNotContainKey(SM_ACTIVE);

        readAfter(1, both);
        observedIs(3);
        activeIs(SM_ACTIVE, 1);
    }

    @Test
    void an_activity_that_comes_later_is_waited_for_from_the_first() {
        readAfter(0, Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Absent.NO_DATA)));
        readAfter(1, Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Absent.NO_DATA)));
        observedIs(0);
        readAfter(1, Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Reading.of(0.5))));
        observedIs(1);
        activeIs(SM_ACTIVE, 0.5);
    }

    @Test
    void an_activity_that_is_missing_for_longer_than_a_minute_is_no_longer_waited_for() {
        var missing = Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Absent.FAILED));
        readAfter(0, Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Reading.of(1))));
        for (var second = 0; second < 100; second++) {
            readAfter(1, missing);
        }
        observedIs(39);
        activeIs(BUSY, 39);
        assertThat(integrator.activity().activeNanos()).doesNotContainKey(SM_ACTIVE);
    }

    @Test
    void a_unit_that_gives_no_activity_is_never_observed() {
        readAfter(0, readings(BUSY, Absent.NOT_SUPPORTED));
        readAfter(1, readings(BUSY, Absent.NOT_SUPPORTED));
        observedIs(0);
        assertThat(integrator.activity().activeNanos()).isEmpty();
    }

    @Test
    void the_gauge_stands_in_where_the_driver_has_no_sample_buffer() {
        var gaugeOnly = Readings.of(Map.of(BUSY, Absent.NOT_SUPPORTED, UTILIZATION, Reading.of(0.7)));
        readAfter(0, gaugeOnly);
        readAfter(1, gaugeOnly);
        activeIs(BUSY, 0.7);
    }

    @Test
    void a_gauge_that_stands_in_is_waited_for_as_what_it_stands_for() {
        var all = Readings.of(Map.of(BUSY, Absent.NOT_SUPPORTED, UTILIZATION, Reading.of(1), SM_ACTIVE, Reading.of(1)));
        var lacking =
                Readings.of(Map.of(BUSY, Absent.NOT_SUPPORTED, UTILIZATION, Absent.FAILED, SM_ACTIVE, Reading.of(1)));
        readAfter(0, all);
        readAfter(1, all);
        readAfter(1, lacking);
        readAfter(1, lacking);
        readAfter(1, all);
        observedIs(2);
        activeIs(BUSY, 2);
        activeIs(SM_ACTIVE, 2);
    }

    @Test
    void an_activity_that_is_missing_is_given_up_in_spite_of_gaps() {
        var missing = Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Absent.FAILED));
        readAfter(0, Readings.of(Map.of(BUSY, Reading.of(1), SM_ACTIVE, Reading.of(1))));
        for (var second = 0; second < 100; second++) {
            readAfter(1, missing);
            if (second % 30 == 0) {
                integrator.gap();
            }
        }
        assertThat(integrator.activity().observedNanos()).isPositive();
    }

    @Test
    void activity_beyond_its_bounds_is_cut_to_them() {
        readAfter(0, readings(SM_ACTIVE, Reading.of(1)));
        readAfter(1, readings(SM_ACTIVE, Reading.of(1.3)));
        readAfter(1, readings(SM_ACTIVE, Reading.of(-0.1)));
        activeIs(SM_ACTIVE, 1);
    }

    @RepeatedTest(20)
    void no_activity_exceeds_the_observed_time_and_nothing_goes_back(RepetitionInfo repetition) {
        var seed = repetition.getCurrentRepetition();
        var random = new Random(seed);
        var highest = new EnumMap<Quantity, Long>(Quantity.class);
        var observedBefore = 0L;
        for (var step = 0; step < 500; step++) {
            if (random.nextInt(10) == 0) {
                integrator.gap();
            }
            readAfter(random.nextDouble() * 5, Readings.of(Map.of(BUSY, any(random), SM_ACTIVE, any(random))));
            var after = integrator.activity();
            assertThat(after.activeNanos().values())
                    .as("seed %d, step %d", seed, step)
                    .allMatch(active -> active >= 0 && active <= after.observedNanos());
            assertThat(after.observedNanos()).isGreaterThanOrEqualTo(observedBefore);
            observedBefore = after.observedNanos();
            after.activeNanos().forEach((quantity, active) -> {
                assertThat(active).isGreaterThanOrEqualTo(highest.getOrDefault(quantity, 0L));
                highest.put(quantity, active);
            });
        }
        observedAtMost(now);
    }

    private void observedAtMost(long nanos) {
        assertThat(integrator.activity().observedNanos()).isLessThanOrEqualTo(nanos);
    }

    private static Reading any(Random random) {
        var absent = Absent.values();
        return random.nextInt(8) == 0
                ? absent[random.nextInt(absent.length)]
                : Reading.of(random.nextDouble() * 1.2 - 0.1);
    }
}
