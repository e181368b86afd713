package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class StretchTest {
    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private final Course course = new Course(
            (_, _) -> {},
            new Course.Outlet(new HeldMapper(), _ -> {}),
            Timekeeper.trusting(InstantSource.system()),
            new Gaps(Duration.ZERO));

    private Stretch stretch(Span missing, long until) {
        return new Stretch(course, missing, until);
    }

    @Test
    void a_course_begins_an_hour_before_what_is_missing_so_that_it_knows_what_was_so_by_then() {
        var missing = new Span(DAY, 2 * DAY);
        var stretch = stretch(missing, 9 * DAY);

        var window = stretch.window(missing, HOUR);

        assertThat(window).isEqualTo(new TimeRange(DAY - HOUR, DAY));
        assertThat(stretch.read(window, missing)).isEmpty();
    }

    @Test
    void the_past_is_read_a_little_further_than_its_end_so_that_what_ended_there_is_known() {
        var missing = new Span(DAY, 2 * DAY);
        var stretch = stretch(missing, 9 * DAY);

        var window = stretch.window(missing, 9 * DAY);

        assertThat(window.toMillis()).isEqualTo(2 * DAY + 30 * MINUTE);
        assertThat(stretch.read(window, missing)).contains(missing);
    }

    @Test
    void what_may_still_end_is_not_noted_as_read() {
        var missing = new Span(DAY, 2 * DAY);
        var stretch = stretch(missing, 9 * DAY);

        assertThat(stretch.read(new TimeRange(DAY - HOUR, DAY + HOUR), missing))
                .contains(new Span(DAY, DAY + 30 * MINUTE));
        assertThat(stretch.leadsTo(new Span(DAY + 30 * MINUTE, 2 * DAY))).isTrue();
        assertThat(stretch.leadsTo(new Span(DAY + 31 * MINUTE, 2 * DAY))).isFalse();
    }

    @Test
    void the_present_goes_on_and_is_asked_again_for_its_last_minute_as_some_samples_are_late() {
        var now = 2 * DAY;
        var stretch = stretch(new Span(DAY, now), now);
        stretch.read(new TimeRange(DAY - HOUR, now), new Span(DAY, now));
        var missing = new Span(now, now + 30_000);

        assertThat(stretch.leadsTo(missing)).isTrue();
        assertThat(stretch.window(missing, HOUR)).isEqualTo(new TimeRange(now - MINUTE, now + 30_000));
    }

    @Test
    void a_past_that_ends_close_to_the_present_is_read_to_the_present() {
        var missing = new Span(DAY, 2 * DAY);
        var stretch = stretch(missing, 2 * DAY + MINUTE);

        var window = stretch.window(missing, 9 * DAY);

        assertThat(window.toMillis()).isEqualTo(2 * DAY + MINUTE);
        assertThat(stretch.read(window, missing)).contains(missing);
    }
}
