package io.gpuledger.analyzer.stranded;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RejectionsTest {
    private static final long MINUTE = 60_000;

    private static List<Span> rejecting(List<Long> rejected, List<Long> good) {
        return Rejections.of(minutes(rejected), new TreeSet<>(minutes(good)));
    }

    private static List<Long> minutes(List<Long> some) {
        return some.stream().map(minute -> minute * MINUTE).toList();
    }

    private static Span span(long from, long to) {
        return new Span(from * MINUTE, to * MINUTE);
    }

    @Test
    void two_pods_within_ten_minutes_show_that_a_node_rejects_all() {
        assertThat(rejecting(List.of(100L, 109L), List.of())).containsExactly(span(100, 169));
    }

    @Test
    void so_do_two_in_the_same_second() {
        assertThat(rejecting(List.of(100L, 100L), List.of())).containsExactly(span(100, 160));
    }

    @Test
    void one_pod_may_have_had_bad_luck() {
        assertThat(rejecting(List.of(100L), List.of())).isEmpty();
        assertThat(rejecting(List.of(100L, 111L), List.of())).isEmpty();
    }

    @Test
    void a_pod_that_begins_there_shows_that_it_is_over() {
        assertThat(rejecting(List.of(100L, 101L, 102L), List.of(50L, 110L))).containsExactly(span(100, 110));
    }

    @Test
    void it_goes_on_for_as_long_as_pods_are_rejected() {
        assertThat(rejecting(List.of(100L, 105L, 150L, 155L), List.of())).containsExactly(span(100, 215));
    }
}
