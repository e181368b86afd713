package io.gpuledger.exporter.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.exporter.attribution.SharedTime.Driver;
import io.gpuledger.exporter.attribution.SharedTime.Load;
import io.gpuledger.exporter.attribution.SharedTime.Minute;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// However our cycles lie beside the driver's samples, a minute of a shared GPU goes to the pods that worked.
class SharedTimeTest {
    private static final double MINUTE = 60;
    private static final double LONGEST_PERIOD = 1;
    private static final double SHORTEST_PERIOD = 1.0 / 6;

    @TempDir
    private Path folder;

    private Minute minute(int intervalMillis, Driver driver, Load... loads) throws InterruptedException {
        return SharedTime.minute(folder, Duration.ofMillis(intervalMillis), driver, List.of(loads));
    }

    @ParameterizedTest
    @ValueSource(ints = {250, 500, 1000, 5000})
    void a_constant_load_is_told_in_full_at_any_interval(int intervalMillis) throws InterruptedException {
        var minute = minute(intervalMillis, new Driver(1, 0.3), Load.constant(60));
        assertThat(minute.worst()).isLessThan(0.001);
        assertThat(minute.observed()).isCloseTo(MINUTE, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"250, 0", "250, 0.3", "1000, 0", "1000, 0.3", "1000, 0.77", "5000, 0.3"})
    void bursts_are_told_in_full_where_the_gpu_is_sampled_at_other_times_than_its_processes(
            int intervalMillis, double phase) throws InterruptedException {
        var driver = new Driver(1, phase, false, SHORTEST_PERIOD);
        assertThat(minute(intervalMillis, driver, new Load(100, 1, 1, 0)).worst())
                .isLessThan(0.02);
    }

    @ParameterizedTest
    @CsvSource({"1000, 0.166666667", "1000, 0.5", "2000, 1", "5000, 0.166666667", "5000, 1"})
    void pods_that_work_at_different_times_each_get_their_own(int intervalMillis, double period)
            throws InterruptedException {
        var loads = List.of(Load.constant(30), new Load(50, 1, 1, 0.4), new Load(20, 2, 3, 0.25));
        var minute = SharedTime.minute(folder, Duration.ofMillis(intervalMillis), new Driver(period, 0.3), loads);
        assertThat(minute.worst()).isLessThan(0.02);
    }

    @ParameterizedTest
    @ValueSource(ints = {250, 1000, 5000})
    void a_driver_that_gives_means_only_tells_as_much(int intervalMillis) throws InterruptedException {
        var driver = new Driver(SHORTEST_PERIOD, 0.3, true, SHORTEST_PERIOD);
        var minute = minute(intervalMillis, driver, Load.constant(30), new Load(50, 1, 1, 0.4));
        assertThat(minute.worst()).isLessThan(0.02);
    }

    @Test
    void a_process_that_works_for_one_sample_in_a_while_has_that_sample_and_not_the_while()
            throws InterruptedException {
        var minute = minute(1000, new Driver(1, 0), Load.constant(40), new Load(60, 1, 9, 0));
        assertThat(minute.worst()).isLessThan(0.02);
    }

    @RepeatedTest(12)
    void whatever_the_times_no_more_is_lost_than_one_sample() throws InterruptedException {
        atMostOneSampleIsLost(new Random().nextLong());
    }

    /// The driver looked at the GPU each 0.76 s and at its processes each 1.00 s, and gave means of those.
    @Test
    void a_look_at_the_gpu_between_two_at_its_processes_takes_nothing_from_their_means() throws InterruptedException {
        atMostOneSampleIsLost(-5850997639419768236L);
    }

    /// Drivers round to a whole percent, and the newest sample is a period old: neither is an error of ours.
    private void atMostOneSampleIsLost(long seed) throws InterruptedException {
        System.out.printf("COUNT: shared time seed %d%n", seed);
        var random = new Random(seed);
        var intervalMillis = 250 + random.nextInt(4751);
        var period = period(random);
        var phase = random.nextDouble();
        var means = random.nextBoolean();
        var gpuPeriod = random.nextBoolean() ? period : period(random);
        // Of means that are asked for more seldom than they are taken, the looks at the GPU tell how many looks they
        // are.
        var isTold = !means || intervalMillis <= 1000 * period;
        var driver = new Driver(period, phase, means, isTold ? gpuPeriod : period);
        var loads = new ArrayList<Load>();
        for (var pods = 1 + random.nextInt(3); pods > 0; pods--) {
            loads.add(new Load(33, 0.2 + 3 * random.nextDouble(), 3 * random.nextDouble(), random.nextDouble()));
        }
        var errors = SharedTime.minute(folder, Duration.ofMillis(intervalMillis), driver, loads)
                .errors();
        for (var pod = 0; pod < loads.size(); pod++) {
            var truth = loads.get(pod).seconds(0, MINUTE);
            var sample = loads.get(pod).percent() / 100.0 * LONGEST_PERIOD;
            var rounding = 0.005 * MINUTE;
            assertThat(Math.abs(errors.get(pod)) * truth)
                    .as("seed %d: pod %d of %s, each %d ms, %s", seed, pod, loads, intervalMillis, driver)
                    .isLessThan(0.02 * truth + sample + rounding);
        }
    }

    private static double period(Random random) {
        return SHORTEST_PERIOD + random.nextDouble() * (LONGEST_PERIOD - SHORTEST_PERIOD);
    }
}
