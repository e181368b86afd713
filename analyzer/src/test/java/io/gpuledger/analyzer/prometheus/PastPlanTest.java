package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.prometheus.PastPlan.Standing;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PastPlanTest {
    /// A Sunday.
    private static final Instant NOW = Instant.parse("2026-11-29T02:30:15Z");

    private static final long UNTIL = NOW.toEpochMilli();

    private final PastPlan plan = PastPlan.of(NOW, Duration.ofDays(28));

    private static Span span(String from, String to) {
        return new Span(Instant.parse(from).toEpochMilli(), Instant.parse(to).toEpochMilli());
    }

    private List<Span> all() {
        var read = new ArrayList<Span>();
        var steps = new ArrayList<Span>();
        for (var next = plan.next(read, UNTIL); next.isPresent(); next = plan.next(Span.union(read), UNTIL)) {
            read.add(next.orElseThrow());
            steps.add(next.orElseThrow());
        }
        return steps;
    }

    @Test
    void the_newest_week_that_is_over_comes_first_with_all_after_it_and_then_the_weeks_before() {
        assertThat(all())
                .containsExactly(
                        new Span(Instant.parse("2026-11-16T00:00:00Z").toEpochMilli(), UNTIL),
                        span("2026-11-09T00:00:00Z", "2026-11-16T00:00:00Z"),
                        span("2026-11-02T00:00:00Z", "2026-11-09T00:00:00Z"),
                        span("2026-11-01T02:00:00Z", "2026-11-02T00:00:00Z"));
    }

    @Test
    void all_that_is_wanted_is_left_while_nothing_was_read() {
        assertThat(plan.left(List.of(), UNTIL))
                .isEqualTo(UNTIL - Instant.parse("2026-11-01T02:00:00Z").toEpochMilli());
        assertThat(plan.left(all(), UNTIL)).isZero();
    }

    @Test
    void the_newest_week_is_in_once_an_older_one_is_read_next() {
        var steps = all();

        assertThat(IntStream.rangeClosed(0, steps.size())
                        .mapToObj(read -> Span.union(steps.subList(0, read)))
                        .map(read -> plan.standing(read, UNTIL).isNewestIn()))
                .containsExactly(false, true, true, true, true);
    }

    @Test
    void what_was_read_of_the_past_is_all_that_is_not_left_of_it() {
        var week = all().getFirst();
        var wanted = UNTIL - Instant.parse("2026-11-01T02:00:00Z").toEpochMilli();

        assertThat(plan.standing(List.of(), UNTIL)).isEqualTo(new Standing(false, 0, wanted));
        assertThat(plan.standing(List.of(week), UNTIL))
                .isEqualTo(new Standing(true, week.millis(), wanted - week.millis()));
    }

    @Test
    void what_is_new_comes_before_what_is_old() {
        var read = List.of(span("2026-11-16T00:00:00Z", "2026-11-29T02:00:00Z"));

        assertThat(plan.next(read, UNTIL)).contains(new Span(read.getFirst().to(), UNTIL));
    }

    @Test
    void what_is_new_is_worth_a_question_once_there_is_an_interval_of_it() {
        var read = List.of(new Span(0, UNTIL - 29_000));
        var interval = Duration.ofSeconds(30);

        assertThat(PastPlan.until(NOW, List.of(), interval)).isEqualTo(UNTIL);
        assertThat(PastPlan.until(NOW, read, interval)).isEqualTo(UNTIL - 29_000);
        assertThat(PastPlan.until(NOW.plusSeconds(1), read, interval)).isEqualTo(UNTIL + 1_000);
    }

    @Test
    void a_gap_between_what_was_read_is_read() {
        var read = List.of(
                span("2026-11-01T02:00:00Z", "2026-11-11T00:00:00Z"),
                new Span(Instant.parse("2026-11-12T00:00:00Z").toEpochMilli(), UNTIL));

        assertThat(plan.next(read, UNTIL)).contains(span("2026-11-11T00:00:00Z", "2026-11-12T00:00:00Z"));
    }

    @Test
    void without_a_past_only_what_comes_is_read() {
        var none = PastPlan.of(NOW, Duration.ZERO);

        assertThat(none.next(List.of(), UNTIL))
                .contains(new Span(Instant.parse("2026-11-29T02:00:00Z").toEpochMilli(), UNTIL));
    }
}
