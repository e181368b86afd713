package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class GapsTest {
    private static final long MINUTE = 60_000;

    private static List<Span> gaps(Duration interval, long... minutes) {
        var gaps = new Gaps(interval);
        LongStream.of(minutes).forEach(minute -> gaps.heard(minute * MINUTE));
        return gaps.taken();
    }

    @Test
    void before_the_first_sample_there_is_no_gap_as_nobody_kept_anything_then() {
        assertThat(gaps(Duration.ofSeconds(30), 900, 901)).isEmpty();
    }

    @Test
    void a_scrape_that_fails_now_and_then_is_none() {
        assertThat(gaps(Duration.ofSeconds(30), 0, 1, 5, 10)).isEmpty();
        assertThat(gaps(Duration.ofSeconds(30), 0, 6)).containsExactly(new Span(0, 6 * MINUTE));
    }

    @Test
    void who_is_scraped_each_ten_minutes_is_no_gap_for_half_an_hour() {
        assertThat(gaps(Duration.ofMinutes(10), 0, 30, 61)).containsExactly(new Span(30 * MINUTE, 61 * MINUTE));
    }

    @Test
    void what_is_heard_again_begins_none() {
        assertThat(gaps(Duration.ofSeconds(30), 0, 4, 1, 8)).isEmpty();
    }

    @Test
    void the_newest_are_kept_the_newest_first_and_each_once() {
        var newest = new NewestGaps();
        newest.add(List.of(new Span(500, 600), new Span(700, 800)));
        newest.add(List.of(new Span(100, 200), new Span(500, 600)));

        assertThat(newest.newest()).containsExactly(new Span(700, 800), new Span(500, 600), new Span(100, 200));

        newest.add(LongStream.range(10, 40)
                .mapToObj(at -> new Span(at * 100, at * 100 + 50))
                .toList());
        assertThat(newest.newest())
                .hasSize(20)
                .startsWith(new Span(3_900, 3_950))
                .doesNotContain(new Span(100, 200));
    }
}
