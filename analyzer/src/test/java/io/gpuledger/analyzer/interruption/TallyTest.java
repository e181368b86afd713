package io.gpuledger.analyzer.interruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.interruption.Tally.Sum;
import io.gpuledger.analyzer.latency.Quantile.MoreThan;
import io.gpuledger.analyzer.latency.Quantile.Within;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static final Span WEEK = new Span(0, 168 * Hour.MILLIS);
    private static final Workload TRAIN = new Workload("c", "vision", "Job/train");
    private static final long MINUTE = 60_000;

    private static Optional<Long> hour(double hours) {
        return Optional.of((long) (hours * Hour.MILLIS));
    }

    private static Optional<Interruption> preempted(double hour) {
        return Optional.of(new Interruption(hour(hour).orElseThrow(), "PreemptionByScheduler"));
    }

    private static Run preempted(long gpus, double placed, double end, Optional<Long> saved) {
        return new Run(gpus, hour(placed).orElseThrow(), hour(placed), hour(end), saved, preempted(end));
    }

    @Test
    void the_example_of_the_documentation() {
        var starts = new Starts();
        starts.add(TRAIN, 0);
        starts.add(TRAIN, 100 * Hour.MILLIS + 10 * MINUTE);
        var tally = new Tally(WEEK);
        tally.add(preempted(8, 0, 100, hour(98)), Optional.of(TRAIN), starts);
        tally.add(
                new Run(
                        8,
                        100 * Hour.MILLIS + 10 * MINUTE,
                        Optional.of(100 * Hour.MILLIS + 10 * MINUTE),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                Optional.of(TRAIN),
                starts);

        assertThat(tally.pods()).isEqualTo(2);
        assertThat(tally.podHours()).isEqualTo(168 - 1 / 6.0, within(1e-9));
        assertThat(tally.rate(tally.total()).orElseThrow()).isEqualTo(5.96, within(0.01));
        assertThat(tally.total()).isEqualTo(new Sum(1, 16 * Hour.MILLIS));
        assertThat(tally.byReason()).containsOnlyKeys("PreemptionByScheduler");
        assertThat(tally.again().quantile(0.5)).contains(new Within(10 * MINUTE));
    }

    @Test
    void without_a_word_on_it_nothing_was_saved() {
        var tally = new Tally(WEEK);
        tally.add(preempted(2, 10, 15, Optional.empty()), Optional.empty(), new Starts());
        tally.add(preempted(2, 10, 15, hour(3)), Optional.empty(), new Starts());
        tally.add(preempted(2, 10, 15, hour(20)), Optional.empty(), new Starts());

        assertThat(tally.total()).isEqualTo(new Sum(3, 20 * Hour.MILLIS));
    }

    @Test
    void who_never_ran_lost_nothing() {
        var tally = new Tally(WEEK);
        tally.add(
                new Run(8, Hour.MILLIS, Optional.empty(), hour(2), Optional.empty(), preempted(2)),
                Optional.empty(),
                new Starts());

        assertThat(tally.total()).isEqualTo(new Sum(1, 0));
        assertThat(tally.podHours()).isEqualTo(1);
    }

    @Test
    void a_workload_that_has_not_come_back_waits_still() {
        var starts = new Starts();
        starts.add(TRAIN, 169 * Hour.MILLIS);
        var tally = new Tally(WEEK);
        tally.add(preempted(1, 0, 160, Optional.empty()), Optional.of(TRAIN), starts);

        assertThat(tally.again().waiting()).isEqualTo(1);
        assertThat(tally.again().quantile(0.5)).contains(new MoreThan(8 * Hour.MILLIS));
    }

    @Test
    void what_is_not_within_the_time_does_not_count() {
        var tally = new Tally(new Span(10 * Hour.MILLIS, 20 * Hour.MILLIS));
        tally.add(preempted(1, 0, 5, Optional.empty()), Optional.empty(), new Starts());
        tally.add(preempted(1, 15, 25, Optional.empty()), Optional.empty(), new Starts());

        assertThat(tally.pods()).isEqualTo(1);
        assertThat(tally.podHours()).isEqualTo(5);
        assertThat(tally.total()).isEqualTo(new Sum(0, 0));
        assertThat(new Tally(WEEK).rate(new Sum(0, 0))).isEmpty();
    }

    @Test
    void the_days_of_a_week_add_up_to_the_week() {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var i = 0; i < 200; i++) {
            var week = new Tally(WEEK);
            var hours = 0.0;
            var interruptions = 0L;
            var lost = 0L;
            var runs = random.ints(20, 0, Integer.MAX_VALUE)
                    .mapToObj(TallyTest::drawn)
                    .toList();
            runs.forEach(run -> week.add(run, Optional.empty(), new Starts()));
            for (var day = 0; day < 7; day++) {
                var tally = new Tally(new Span(day * 24L * Hour.MILLIS, (day + 1) * 24L * Hour.MILLIS));
                runs.forEach(run -> tally.add(run, Optional.empty(), new Starts()));
                hours += tally.podHours();
                interruptions += tally.total().interruptions();
                lost += tally.total().lostMillis();
            }
            assertThat(hours).as("seed %d", seed).isEqualTo(week.podHours(), within(1e-6));
            assertThat(new Sum(interruptions, lost)).as("seed %d", seed).isEqualTo(week.total());
        }
    }

    private static Run drawn(int seed) {
        var random = new Random(seed);
        var placed = random.nextDouble() * 200 - 20;
        var end = placed + random.nextDouble() * 50;
        return new Run(
                1 + random.nextInt(8),
                hour(placed).orElseThrow(),
                hour(placed),
                hour(end),
                random.nextBoolean() ? hour(end - 1) : Optional.empty(),
                random.nextBoolean() ? preempted(end) : Optional.empty());
    }
}
