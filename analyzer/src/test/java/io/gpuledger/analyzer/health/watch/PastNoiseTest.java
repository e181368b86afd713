package io.gpuledger.analyzer.health.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.telemetry.Field;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// GPUs with many jobs that all differ ([NoisyClock]), for two weeks: none is slower than it was, until one is.
class PastNoiseTest {
    private static final int SEEDS = Integer.getInteger("findings.seeds", 10);
    private static final int DAY = 24 * 60;
    private static final int DAYS = 14;
    private static final Pattern SLOWER = Pattern.compile("slower\\(\\d+\\) warning ([0-9-]+)");

    /// A GPU that has one job after another.
    private static final class Busy {
        private final WatchedGpu gpu = new WatchedGpu();
        private final Random random;
        private final NoisyClock clock;
        private final boolean tellsOfCaps;
        private final double least;
        private double duty;
        private int left;
        /// Whether one of ten scrapes fails, and programs end now and then once it is known to be slower.
        private boolean troubled;

        private double scale = 1;

        /// @param least activity that a job has
        Busy(long seed, boolean tellsOfCaps, double least) {
            this.random = new Random(seed);
            this.clock = new NoisyClock(new Random(seed + 1_000_000));
            this.tellsOfCaps = tellsOfCaps;
            this.least = least;
            gpu.says(Field.POWER_LIMIT_WATTS, NoisyClock.LIMIT_WATTS);
        }

        Busy minutes(int minutes) {
            for (var minute = 0; minute < minutes; minute++) {
                if (left-- <= 0) {
                    left = 10 + random.nextInt(DAY);
                    duty = least + (1 - least) * random.nextDouble();
                    clock.anotherJob();
                }
                var activity = Math.clamp(duty * (1 + 0.3 * random.nextGaussian()), 0, 1);
                clock.next(activity);
                if (tellsOfCaps) {
                    gpu.counts(Field.THROTTLED_POWER_CAP_SECONDS, clock.capped());
                }
                gpu.counts(Field.SM_ACTIVE_SECONDS, activity)
                        .counts(Field.BUSY_SECONDS, activity)
                        .says(Field.POWER_WATTS, clock.watts())
                        .says(Field.SM_CLOCK_HERTZ, scale * clock.hertz());
                pass();
            }
            return this;
        }

        private void pass() {
            if (troubled && random.nextInt(10) == 0) {
                gpu.silent(1);
            } else {
                gpu.minutes(1);
            }
            if (troubled && !slower().isEmpty() && random.nextInt(200) == 0) {
                gpu.restarted().minutes(1);
            }
        }

        /// Returns when findings of this kind opened and closed.
        String times() {
            return SLOWER.matcher(gpu.told())
                    .results()
                    .map(told -> told.group(1))
                    .collect(Collectors.joining(", "));
        }

        List<Finding> slower() {
            return gpu.watches().open().stream()
                    .filter(finding -> finding.key().kind() == FindingKind.SLOWER)
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_gpu_whose_jobs_differ_is_not_slower(boolean tellsOfCaps) {
        for (var seed = 1; seed <= SEEDS; seed++) {
            assertThat(new Busy(seed, tellsOfCaps, 0).minutes(DAYS * DAY).gpu.told())
                    .as("seed %d", seed)
                    .doesNotContain("slower");
        }
    }

    /// Returns one that is slow for two days after ten, and is mended then.
    private static Busy slowed(long seed, UnaryOperator<Busy> meanwhile) {
        var busy = meanwhile.apply(new Busy(seed, true, 0.5)).minutes(10 * DAY + 600);
        busy.clock.reaches(0.7);
        busy.minutes(2 * DAY);
        assertThat(busy.slower()).as("seed %d", seed).hasSize(1);
        busy.gpu.restarted();
        busy.clock.reaches(1);
        busy.minutes(2 * DAY);
        assertThat(busy.slower()).as("seed %d", seed).isEmpty();
        assertThat(busy.gpu.told()).as("seed %d", seed).doesNotContainPattern("slower.*slower.*slower");
        return busy;
    }

    @Test
    void one_that_is_slower_is_found_and_is_over_when_it_is_mended() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            slowed(seed, busy -> busy);
        }
    }

    @Test
    void it_is_so_with_scrapes_that_fail_and_with_restarts_while_it_is_open() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            slowed(seed, busy -> {
                busy.troubled = true;
                return busy;
            });
        }
    }

    /// A GPU of another speed is found at the same times.
    @Test
    void only_the_ratio_of_clocks_counts() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var other = slowed(seed, busy -> {
                busy.scale = 0.5;
                return busy;
            });
            var same = slowed(seed, busy -> busy);
            assertThat(other.times()).as("seed %d", seed).isEqualTo(same.times());
        }
    }
}
