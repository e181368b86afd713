package io.gpuledger.analyzer.interruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GangTest {
    private static final Span WEEK = new Span(0, 168 * Hour.MILLIS);

    private static Optional<Long> hour(double hours) {
        return Optional.of(Math.round(hours * Hour.MILLIS));
    }

    private static Run pod(double from, double to) {
        return new Run(8, hour(from).orElseThrow(), hour(from), hour(to), Optional.empty(), Optional.empty());
    }

    private static Run pod(double from, double to, double saved) {
        return new Run(8, hour(from).orElseThrow(), hour(from), hour(to), hour(saved), Optional.empty());
    }

    private static Gang gang(Run... runs) {
        return Gang.of(WEEK, List.of(runs)).orElseThrow();
    }

    @Test
    void the_example_of_the_documentation() {
        var gang = gang(pod(0, 40, 39), pod(0, 40, 39), pod(42, 100), pod(42, 100));

        assertThat(gang.gpus()).isEqualTo(16);
        assertThat(gang.span()).isEqualTo(new Span(0, 100 * Hour.MILLIS));
        assertThat(gang.whole()).isEqualTo(0.98);
        assertThat(gang.breaks()).containsExactly(new Gang.Break(40 * Hour.MILLIS, Optional.of(Hour.MILLIS)));
        assertThat(gang.brokenMillis()).isEqualTo(32 * Hour.MILLIS);
        assertThat(gang.lostMillis()).contains(16 * Hour.MILLIS);
        assertThat(gang.effective()).hasValue(0.97);
    }

    @Test
    void a_pod_that_is_missing_holds_up_the_others() {
        var gang = gang(pod(0, 100), pod(0, 50), pod(60, 100));

        assertThat(gang.whole()).isEqualTo(0.9);
        assertThat(gang.breaks()).hasSize(1);
    }

    @Test
    void pods_that_begin_one_by_one_wait_for_the_last() {
        assertThat(gang(pod(0, 100), pod(10, 100)).whole()).isEqualTo(0.9);
    }

    @Test
    void a_workload_that_ends_does_not_break() {
        var gang = gang(pod(0, 100), pod(0, 99));

        assertThat(gang.breaks()).isEmpty();
        assertThat(gang.effective()).hasValue(0.99);
    }

    @Test
    void what_was_lost_is_not_known_where_nobody_told_what_was_saved() {
        var gang = gang(pod(0, 40), pod(0, 40), pod(42, 60, 59), pod(42, 60), pod(61, 80), pod(61, 80));

        assertThat(gang.breaks()).hasSize(2);
        assertThat(gang.lostMillis()).isEmpty();
        assertThat(gang.effective()).isEmpty();
    }

    @Test
    void no_more_is_lost_than_was_done_since_all_ran() {
        assertThat(gang(pod(10, 40, 5), pod(10, 40), pod(41, 50), pod(41, 50)).breaks())
                .containsExactly(new Gang.Break(40 * Hour.MILLIS, hour(30)));
    }

    @Test
    void a_pod_without_gpus_does_not_count() {
        var launcher = new Run(0, 0, hour(0), hour(160), Optional.empty(), Optional.empty());

        assertThat(gang(launcher, pod(10, 20), pod(10, 20)).whole()).isEqualTo(1);
        assertThat(Gang.of(WEEK, List.of(launcher))).isEmpty();
    }

    @Test
    void one_pod_takes_over_from_another_in_the_same_millisecond() {
        var gang = gang(pod(0, 100), pod(0, 50), pod(50, 100));

        assertThat(gang.whole()).isEqualTo(1);
        assertThat(gang.breaks()).isEmpty();
    }

    @Test
    void who_ran_at_another_time_or_never_is_no_gang() {
        assertThat(Gang.of(WEEK, List.of(pod(170, 180)))).isEmpty();
        assertThat(Gang.of(WEEK, List.of(new Run(8, 0, Optional.empty(), hour(5), Optional.empty(), Optional.empty()))))
                .isEmpty();
    }

    @Test
    void all_that_elapsed_was_whole_or_broken_and_the_rest_follows_minute_by_minute() {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var i = 0; i < 300; i++) {
            var runs = new ArrayList<Run>();
            for (var pod = 0; pod < 1 + random.nextInt(6); pod++) {
                var at = random.nextInt(40);
                while (at < 200) {
                    var end = at + 1 + random.nextInt(60);
                    runs.add(pod(at, end));
                    at = end + 1 + random.nextInt(5);
                }
            }
            var gang = Gang.of(WEEK, runs).orElseThrow();
            var most = 0;
            var whole = 0;
            var counts = new int[168];
            for (var hour = 0; hour < counts.length; hour++) {
                for (var run : runs) {
                    counts[hour] +=
                            run.placed() <= hour * Hour.MILLIS && run.end().orElseThrow() > hour * Hour.MILLIS ? 1 : 0;
                }
                most = Math.max(most, counts[hour]);
            }
            for (var count : counts) {
                whole += count == most ? 1 : 0;
            }
            assertThat(gang.gpus()).as("seed %d", seed).isEqualTo(8L * most);
            assertThat(gang.wholeMillis()).as("seed %d", seed).isEqualTo(whole * Hour.MILLIS);
            assertThat(gang.gpus() * gang.wholeMillis() + gang.brokenMillis())
                    .as("seed %d", seed)
                    .isEqualTo(gang.elapsedMillis());
            assertThat(gang.whole()).as("seed %d", seed).isBetween(0.0, 1.0);
            assertThat(gang.effective().orElse(0.0)).isLessThanOrEqualTo(gang.whole() + 1e-9);
        }
    }

    @Test
    void a_time_cuts_what_lies_outside() {
        var gang = Gang.of(
                        new Span(10 * Hour.MILLIS, 20 * Hour.MILLIS),
                        List.of(pod(0, 15), pod(0, 15), pod(16, 30), pod(16, 30)))
                .orElseThrow();

        assertThat(gang.span().millis()).isEqualTo(10 * Hour.MILLIS);
        assertThat(gang.whole()).isEqualTo(0.9, within(1e-9));
    }
}
