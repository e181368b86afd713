package io.gpuledger.analyzer.health.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UsualClockTest {
    private static final long DAY = 86_400_000;
    private static final long STRETCH = 300_000;
    private static final int SEEDS = 200;

    /// A stretch that began at an instant.
    private record Told(long at, double hertz) {}

    /// Returns what is usual after these, and after the day of the last of them.
    private static double after(List<Told> told) {
        var usual = new UsualClock();
        told.forEach(stretch -> usual.add(stretch.at(), stretch.hertz()));
        usual.add(told.getLast().at() + DAY, 1e9);
        return usual.hertz().orElse(0);
    }

    /// Returns so many stretches of a day.
    private static List<Told> day(int day, int stretches, double hertz) {
        return IntStream.range(0, stretches)
                .mapToObj(number -> new Told(day * DAY + number * STRETCH, hertz))
                .toList();
    }

    private static List<Told> days(double... each) {
        return IntStream.range(0, each.length)
                .boxed()
                .flatMap(day -> day(day, 100, each[day]).stream())
                .toList();
    }

    @Test
    void it_takes_three_days_with_an_hour_of_work() {
        assertThat(after(days(1.98e9, 1.98e9))).isZero();
        assertThat(after(days(1.98e9, 1.98e9, 1.98e9))).isEqualTo(1.98e9);
        var few = new ArrayList<>(days(1.98e9, 1.98e9));
        few.addAll(day(2, 11, 1.98e9));
        assertThat(after(few)).isZero();
        few.addAll(day(3, 12, 1.98e9));
        assertThat(after(few)).isEqualTo(1.98e9);
    }

    @Test
    void the_middle_of_the_last_seven_days_counts_and_of_two_in_the_middle_the_slower() {
        assertThat(after(days(1e9, 2e9, 3e9))).isEqualTo(2e9);
        assertThat(after(days(1e9, 2e9, 3e9, 4e9))).isEqualTo(2e9);
        assertThat(after(days(1e9, 1e9, 1e9, 1e9, 2e9, 2e9, 2e9))).isEqualTo(1e9);
        assertThat(after(days(1e9, 1e9, 1e9, 1e9, 2e9, 2e9, 2e9, 2e9))).isEqualTo(2e9);
    }

    private static List<Told> drawn(Random random) {
        var told = new ArrayList<Told>();
        var days = 3 + random.nextInt(20);
        for (var day = 0; day < days; day++) {
            if (random.nextDouble() < 0.8) {
                var fastest = 1e9 + 1e9 * random.nextDouble();
                day(day, 12 + random.nextInt(277), 0)
                        .forEach(stretch ->
                                told.add(new Told(stretch.at(), fastest * (0.97 + 0.03 * random.nextDouble()))));
            }
        }
        told.addAll(day(days, 12, 1.5e9));
        return told;
    }

    @Test
    void the_order_within_a_day_changes_nothing() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var random = new Random(seed);
            var told = drawn(random);
            var shuffled = new ArrayList<>(told);
            Collections.shuffle(shuffled, random);
            shuffled.sort((one, other) -> Long.compare(one.at() / DAY, other.at() / DAY));
            assertThat(after(shuffled)).as("seed %d", seed).isEqualTo(after(told));
        }
    }

    @Test
    void a_clock_that_is_so_much_faster_is_usually_so_much_faster() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var random = new Random(seed);
            var told = drawn(random);
            var scale = 0.3 + random.nextDouble();
            var scaled = told.stream()
                    .map(stretch -> new Told(stretch.at(), scale * stretch.hertz()))
                    .toList();
            assertThat(after(scaled)).as("seed %d", seed).isCloseTo(scale * after(told), within(1.5e6));
        }
    }

    /// Gaps, also of weeks, change nothing of a clock that wanders by 3 %.
    @Test
    void gaps_change_no_more_than_the_clock_wanders() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var random = new Random(seed);
            var told = IntStream.range(0, 30)
                    .filter(_ -> random.nextBoolean())
                    .boxed()
                    .flatMap(day -> day(day * (1 + random.nextInt(2)) + day, 12 + random.nextInt(200), 0).stream())
                    .map(stretch -> new Told(stretch.at(), 1.98e9 * (0.97 + 0.03 * random.nextDouble())))
                    .sorted((one, other) -> Long.compare(one.at(), other.at()))
                    .toList();
            assertThat(after(told)).as("seed %d", seed).isBetween(0.97 * 1.98e9, 1.98e9);
        }
    }

    @Test
    void three_days_of_seven_may_be_wrong() {
        for (var seed = 1; seed <= SEEDS; seed++) {
            var random = new Random(seed);
            var days = new ArrayList<Double>();
            for (var day = 0; day < 7; day++) {
                days.add(day < 3 ? 3e9 * random.nextDouble() : 1.9e9 + 0.08e9 * random.nextDouble());
            }
            Collections.shuffle(days, random);
            var usual = after(days(days.stream().mapToDouble(day -> day).toArray()));
            assertThat(usual).as("seed %d", seed).isBetween(1.89e9, 1.98e9);
        }
    }
}
