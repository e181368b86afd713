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
        window(gaps, 0, 1_000, minutes);
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

    private static void window(Gaps gaps, long from, long to, long... minutes) {
        LongStream.of(minutes).forEach(minute -> gaps.heard(minute * MINUTE));
        gaps.asked(new Span(from * MINUTE, to * MINUTE));
    }

    @Test
    void one_that_begins_in_a_week_and_ends_in_the_next_is_found_though_the_next_is_read_first() {
        var gaps = new Gaps(Duration.ofSeconds(30));
        window(gaps, 400, 600, 595, 598);
        window(gaps, 600, 800, 602, 605);
        assertThat(gaps.taken()).isEmpty();

        window(gaps, 0, 200, 150, 152);
        assertThat(gaps.taken()).as("who knows what is between").isEmpty();

        window(gaps, 200, 400);
        assertThat(gaps.taken()).containsExactly(new Span(152 * MINUTE, 595 * MINUTE));
        window(gaps, 800, 900, 810);
        assertThat(gaps.taken()).containsExactly(new Span(605 * MINUTE, 810 * MINUTE));
        assertThat(gaps.newest())
                .containsExactly(new Span(605 * MINUTE, 810 * MINUTE), new Span(152 * MINUTE, 595 * MINUTE));
    }

    @Test
    void what_is_heard_on_both_sides_of_a_short_time_is_joined() {
        var gaps = new Gaps(Duration.ofSeconds(30));
        window(gaps, 0, 100, 10, 13, 80, 83);
        window(gaps, 20, 80, 17, 21, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76);

        assertThat(gaps.newest()).isEmpty();
    }

    @Test
    void the_newest_are_shown_the_newest_first() {
        var gaps = new Gaps(Duration.ofSeconds(30));
        window(gaps, 0, 1_000, LongStream.range(0, 40).map(at -> 10 * at).toArray());

        assertThat(gaps.newest()).hasSize(20).startsWith(new Span(380 * MINUTE, 390 * MINUTE));
        assertThat(gaps.taken()).hasSize(39).startsWith(new Span(0, 10 * MINUTE));
    }
}
