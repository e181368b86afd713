package io.gpuledger.analyzer.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private static final long MINUTE = 60_000;

    private static Span minutes(long from, long to) {
        return new Span(from * MINUTE, to * MINUTE);
    }

    private static Timeline<Integer> expected(int gpus) {
        return Timeline.of(Map.of(0L, Optional.of(gpus)));
    }

    private static Span since(long minute) {
        return new Span(minute * MINUTE, Long.MAX_VALUE);
    }

    @Test
    void whom_nobody_tells_of_is_missed_until_somebody_does() {
        assertThat(Slots.vacant(expected(3), List.of(since(0), since(40)), List.of(), 100 * MINUTE))
                .isEqualTo(Map.of(2, List.of(minutes(0, 40)), 3, List.of(minutes(0, 100))));
    }

    @Test
    void whom_they_tell_of_a_little_later_than_of_its_node_is_not_missed() {
        assertThat(Slots.vacant(expected(1), List.of(since(9)), List.of(), 100 * MINUTE))
                .isEmpty();
        assertThat(Slots.vacant(expected(1), List.of(since(10)), List.of(), 100 * MINUTE))
                .isEqualTo(Map.of(1, List.of(minutes(0, 10))));
    }

    @Test
    void nobody_misses_more_than_there_should_be() {
        var fewer = Timeline.of(Map.of(0L, Optional.of(2), 30 * MINUTE, Optional.of(1), 60 * MINUTE, Optional.empty()));
        assertThat(Slots.vacant(fewer, List.of(), List.of(), 100 * MINUTE))
                .isEqualTo(Map.of(1, List.of(minutes(0, 60)), 2, List.of(minutes(0, 30))));
        assertThat(Slots.vacant(fewer, List.of(since(0), since(0)), List.of(), 100 * MINUTE))
                .isEmpty();
    }

    @Test
    void nobody_is_missed_while_somebody_is_known_who_may_be_there() {
        assertThat(Slots.vacant(expected(1), List.of(), List.of(minutes(5, 30), minutes(60, 95)), 100 * MINUTE))
                .isEqualTo(Map.of(1, List.of(minutes(30, 60))));
    }

    /// This test counts anew, at each minute, how many GPUs are there and how many are missed.
    @Test
    void those_who_are_there_and_those_who_are_missed_are_as_many_as_there_should_be() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var times = 0; times < 2_000; times++) {
            var values = new HashMap<Long, Optional<Integer>>();
            for (var i = random.nextInt(4); i >= 0; i--) {
                values.put(
                        10 * MINUTE * random.nextInt(30),
                        random.nextInt(4) == 0 ? Optional.empty() : Optional.of(random.nextInt(9)));
            }
            var claims = new ArrayList<Span>();
            for (var i = random.nextInt(10); i > 0; i--) {
                var from = random.nextLong(30);
                claims.add(minutes(10 * from, 10 * (from + random.nextLong(30))));
            }
            var expected = Timeline.of(values);
            var vacant = Slots.vacant(expected, claims, List.of(), 300 * MINUTE);
            for (var minute = 0; minute < 300; minute++) {
                var at = minute * MINUTE;
                var there = (int)
                        claims.stream().filter(claim -> claim.contains(at)).count();
                var missed = vacant.values().stream()
                        .filter(spans -> spans.stream().anyMatch(span -> span.contains(at)))
                        .count();
                assertThat(missed)
                        .as("minute %d of %s, %s", minute, values, claims)
                        .isEqualTo(Math.max(0, expected.at(at).orElse(0) - there));
            }
        }
    }
}
