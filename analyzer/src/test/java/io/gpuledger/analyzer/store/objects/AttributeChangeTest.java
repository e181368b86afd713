package io.gpuledger.analyzer.store.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class AttributeChangeTest {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final int WEEK = 7 * 24 * 60;
    private static final int WEEKS = 4;
    /// A week is read from before its begin until after its end.
    private static final int LEAD = 60;

    private static final int TAIL = 30;

    private record Told(int minute, Optional<String> value) {}

    private final NavigableMap<Long, Optional<String>> rows = new TreeMap<>();

    /// Writes a portion into the rows, as a database would have them.
    private void tell(List<Told> portion) {
        var change = new AttributeChange();
        var first = portion.getFirst().minute() * MINUTE;
        Optional.ofNullable(rows.floorEntry(first)).ifPresent(row -> change.known(row.getKey(), row.getValue()));
        rows.tailMap(first, false).forEach(change::known);
        portion.forEach(told -> change.seen(told.minute() * MINUTE, told.value()));
        change.before().keySet().forEach(rows::remove);
        rows.putAll(change.now());
    }

    private void tell(int minute, String value) {
        tell(List.of(new Told(minute, Optional.of(value))));
    }

    @Test
    void who_has_had_a_value_a_little_longer_than_was_thought_has_it_once() {
        tell(0, "a");
        tell(50, "b");
        tell(45, "b");

        assertThat(rows.keySet()).containsExactly(0L, 45 * MINUTE);
    }

    @Test
    void what_was_so_days_before_it_became_so_may_have_ended_in_between() {
        tell(0, "a");
        tell(5_000, "b");
        tell(1_000, "b");
        tell(1_100, "a");

        assertThat(rows.keySet()).containsExactly(0L, 1_000 * MINUTE, 1_100 * MINUTE, 5_000 * MINUTE);
    }

    @RepeatedTest(50)
    void a_past_that_is_read_from_the_newest_week_back_is_what_it_was() {
        var seed = new Random().nextLong();
        System.out.println("AttributeChangeTest seed " + seed);
        var random = new Random(seed);
        var truth = new TreeMap<Integer, Optional<String>>();
        for (var at = random.nextInt(WEEK);
                at < WEEKS * WEEK;
                at += 1 + random.nextInt(random.nextBoolean() ? 40 : WEEK)) {
            truth.put(
                    at,
                    Optional.of(List.of("a", "b", "").get(random.nextInt(3))).filter(text -> !text.isEmpty()));
        }

        for (var week = WEEKS - 1; week >= 0; week--) {
            tellInPortions(read(truth, week * WEEK - LEAD, (week + 1) * WEEK + (week < WEEKS - 1 ? TAIL : 0)), random);
        }

        var expected = new TreeMap<Long, Optional<String>>();
        truth.forEach((minute, value) -> expected.put(minute * MINUTE, value));
        assertThat(Timeline.of(rows)).as("seed " + seed).isEqualTo(Timeline.of(expected));
    }

    /// Returns what somebody says who begins to look then: what is so, if anything is, and then what becomes so.
    private static List<Told> read(NavigableMap<Integer, Optional<String>> truth, int from, int until) {
        var told = new ArrayList<Told>();
        Optional.ofNullable(truth.floorEntry(from))
                .filter(entry -> entry.getValue().isPresent())
                .ifPresent(entry -> told.add(new Told(from, entry.getValue())));
        truth.subMap(from, false, until, false).forEach((minute, value) -> told.add(new Told(minute, value)));
        return told;
    }

    private void tellInPortions(List<Told> told, Random random) {
        for (var from = 0; from < told.size(); ) {
            var to = Math.min(told.size(), from + 1 + random.nextInt(4));
            tell(told.subList(from, to));
            from = to;
        }
    }
}
