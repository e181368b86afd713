package io.gpuledger.analyzer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private final Schedule<String> schedule = new Schedule<>();

    private java.util.List<String> due(long now) {
        return schedule.due(now).stream().map(Schedule.Due::item).toList();
    }

    @Test
    void what_is_due_is_due_again_an_interval_later() {
        schedule.add("a", 100, 10);
        schedule.add("b", 105, 100);

        assertThat(schedule.nanosToNext(90)).hasValue(10);
        assertThat(due(99)).isEmpty();
        assertThat(due(100)).containsExactly("a");
        assertThat(schedule.nanosToNext(100)).hasValue(5);
        assertThat(due(110)).containsExactly("b", "a");
        assertThat(schedule.nanosToNext(110)).hasValue(10);
    }

    @Test
    void what_was_missed_is_not_made_up_for_and_the_slot_stays() {
        schedule.add("a", 100, 10);

        assertThat(schedule.due(137)).containsExactly(new Schedule.Due<>("a", 37));
        assertThat(due(139)).isEmpty();
        assertThat(due(140)).containsExactly("a");
    }

    @Test
    void time_may_count_over_its_end() {
        schedule.add("b", Long.MAX_VALUE + 10, 100);
        schedule.add("a", Long.MAX_VALUE - 10, 100);

        assertThat(due(Long.MAX_VALUE)).containsExactly("a");
        assertThat(due(Long.MAX_VALUE + 20)).containsExactly("b");
    }

    @Test
    void what_is_removed_is_due_no_more() {
        schedule.add("a", 100, 10);
        schedule.removeAll(Set.of("a"));

        assertThat(schedule.nanosToNext(0)).isEmpty();
        assertThat(due(1000)).isEmpty();
    }
}
