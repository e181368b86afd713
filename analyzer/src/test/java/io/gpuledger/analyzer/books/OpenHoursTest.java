package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Hour;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Hours are settled until eight, and the first pass was at 10:30.
class OpenHoursTest {
    private static final long ALL = Long.MIN_VALUE;
    private static final long SETTLED = at("08:00");

    private final OpenHours open = new OpenHours();

    private static long at(String time) {
        return Instant.parse("2026-11-30T" + time + ":00Z").toEpochMilli();
    }

    /// Returns the hour from which on hours have to be booked.
    private long pass(String time) {
        return pass(time, SETTLED, SETTLED);
    }

    private long pass(String time, long settledBefore, long settling) {
        var since = open.begin(at(time), settledBefore, settling);
        return since == ALL ? ALL : Hour.of(since);
    }

    private void told(String time) {
        var unit = Unit.of(new UnitId("c", "GPU-1", Optional.empty()), "n1");
        open.written(List.of(new Row(unit, at(time), Values.NONE, List.of(), List.of())), List.of());
    }

    @BeforeEach
    void first() {
        assertThat(pass("10:30")).isEqualTo(ALL);
    }

    @Test
    void of_the_present_the_current_hour_is_booked_alone() {
        told("10:31");
        assertThat(pass("10:31")).isEqualTo(at("10:00"));
        assertThat(pass("10:32")).isEqualTo(at("10:00"));
    }

    @Test
    void what_was_told_of_an_earlier_hour_is_booked_from_there_on_once() {
        told("09:10");
        told("10:31");
        assertThat(pass("10:31")).isEqualTo(at("09:00"));
        assertThat(pass("10:32")).isEqualTo(at("10:00"));
        open.written(List.of(), List.of(new Statement.Gone(ObjectId.named("c", Kind.NODE, "n1"), at("09:02"))));
        assertThat(pass("10:33"))
                .as("what is told soon after an hour says how it ended")
                .isEqualTo(at("08:00"));
    }

    @Test
    void an_hour_is_booked_for_some_minutes_more() {
        pass("11:01");
        assertThat(pass("11:06")).isEqualTo(at("10:00"));
        assertThat(pass("11:09")).as("what came since 11:06").isEqualTo(at("10:00"));
        assertThat(pass("11:10")).isEqualTo(at("11:00"));
    }

    /// Others may have been told of all of it.
    @Test
    void all_the_time_since_the_pass_before_is_booked_whatever_was_told_here() {
        pass("10:50");
        assertThat(pass("10:59")).isEqualTo(at("10:00"));
        assertThat(pass("11:31")).isEqualTo(ALL);
        assertThat(pass("11:59")).isEqualTo(at("11:00"));
        assertThat(pass("12:00")).isEqualTo(at("11:00"));
    }

    @Test
    void all_are_booked_each_half_hour_and_where_some_are_settled() {
        assertThat(pass("10:59")).isEqualTo(at("10:00"));
        assertThat(pass("11:00")).isEqualTo(ALL);
        assertThat(pass("11:11", SETTLED, at("09:00"))).isEqualTo(ALL);
        assertThat(pass("11:22", at("09:00"), at("09:00"))).isEqualTo(at("11:00"));
        assertThat(pass("11:23")).as("hours were opened again").isEqualTo(ALL);
    }

    @Test
    void what_turns_out_to_be_another_since_long_ago_is_booked_from_there_on() {
        open.changed(at("09:10"));
        assertThat(pass("10:31")).isEqualTo(at("09:00"));
        open.changed(Long.MIN_VALUE);
        assertThat(pass("10:32")).isLessThan(at("00:00"));
    }

    @Test
    void all_are_booked_after_a_pass_that_failed_and_after_the_clock_was_set_back() {
        open.forget();
        assertThat(pass("10:31")).isEqualTo(ALL);
        assertThat(pass("10:30")).isEqualTo(ALL);
        assertThat(pass("10:31")).isEqualTo(at("10:00"));
    }
}
