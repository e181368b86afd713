package io.gpuledger.analyzer.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.latency.Wait.Outcome;
import io.gpuledger.analyzer.time.Span;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CourseTest {
    private static final Span ALL = new Span(0, 1_000);
    private static final Optional<Long> THERE = Optional.empty();

    private static Course course(Map<Stage, Long> told) {
        return new Course(100, false, told, THERE);
    }

    @Test
    void each_stage_is_waited_for_since_the_one_before() {
        var course = new Course(
                100,
                true,
                Map.of(Stage.OPENED, 130L, Stage.SCHEDULED, 150L, Stage.RUNNING, 200L, Stage.READY, 300L),
                THERE);
        assertThat(course.wait(Stage.OPENED, ALL)).contains(new Wait(30, Outcome.REACHED));
        assertThat(course.wait(Stage.SCHEDULED, ALL)).contains(new Wait(20, Outcome.REACHED));
        assertThat(course.wait(Stage.RUNNING, ALL)).contains(new Wait(50, Outcome.REACHED));
        assertThat(course.wait(Stage.READY, ALL)).contains(new Wait(100, Outcome.REACHED));
    }

    @Test
    void a_pod_without_gates_waits_for_no_gate_and_for_the_scheduler_since_it_was_made() {
        var course = course(Map.of(Stage.SCHEDULED, 150L));
        assertThat(course.wait(Stage.OPENED, ALL)).isEmpty();
        assertThat(course.wait(Stage.SCHEDULED, ALL)).contains(new Wait(50, Outcome.REACHED));
        assertThat(course.wait(Stage.RUNNING, ALL)).contains(new Wait(850, Outcome.WAITING));
        assertThat(course.wait(Stage.READY, ALL)).isEmpty();
    }

    @Test
    void a_pod_behind_a_gate_waits_for_nothing_else() {
        var course = new Course(100, true, Map.of(), THERE);
        assertThat(course.wait(Stage.OPENED, ALL)).contains(new Wait(900, Outcome.WAITING));
        assertThat(course.wait(Stage.SCHEDULED, ALL)).isEmpty();
    }

    @Test
    void what_comes_later_is_evidence_of_all_before_it() {
        var ready = course(Map.of(Stage.READY, 300L, Stage.RUNNING, 400L));
        assertThat(ready.at(Stage.SCHEDULED)).contains(300L);
        assertThat(ready.at(Stage.RUNNING)).contains(300L);
        var seenLate = new Course(100, true, Map.of(Stage.OPENED, 700L, Stage.SCHEDULED, 150L), THERE);
        assertThat(seenLate.at(Stage.OPENED)).contains(150L);
        assertThat(seenLate.wait(Stage.SCHEDULED, ALL)).contains(new Wait(0, Outcome.REACHED));
    }

    @Test
    void no_stage_comes_before_the_pod_was_made() {
        assertThat(course(Map.of(Stage.SCHEDULED, 90L)).at(Stage.SCHEDULED)).contains(100L);
    }

    @Test
    void a_pod_that_was_deleted_while_it_waited_left_then() {
        var course = new Course(100, false, Map.of(), Optional.of(600L));
        assertThat(course.wait(Stage.SCHEDULED, ALL)).contains(new Wait(500, Outcome.LEFT));
        assertThat(course.wait(Stage.SCHEDULED, new Span(0, 500))).contains(new Wait(400, Outcome.WAITING));
        assertThat(course.wait(Stage.SCHEDULED, new Span(601, 900))).isEmpty();
    }

    @Test
    void the_end_of_a_pod_changes_nothing_of_what_it_came_to() {
        var course = new Course(100, false, Map.of(Stage.READY, 300L), Optional.of(200L));
        assertThat(course.wait(Stage.SCHEDULED, ALL)).contains(new Wait(200, Outcome.REACHED));
    }

    @Test
    void a_wait_counts_with_all_of_it_in_each_span_that_it_touches() {
        var course = course(Map.of(Stage.SCHEDULED, 500L));
        assertThat(course.wait(Stage.SCHEDULED, new Span(0, 100))).isEmpty();
        assertThat(course.wait(Stage.SCHEDULED, new Span(0, 101))).contains(new Wait(1, Outcome.WAITING));
        assertThat(course.wait(Stage.SCHEDULED, new Span(300, 500))).contains(new Wait(400, Outcome.WAITING));
        assertThat(course.wait(Stage.SCHEDULED, new Span(500, 600))).contains(new Wait(400, Outcome.REACHED));
        assertThat(course.wait(Stage.SCHEDULED, new Span(501, 600))).isEmpty();
    }

    @Test
    void pods_are_of_four_sizes() {
        assertThat(Size.of(0)).isEmpty();
        assertThat(Size.of(1)).contains(Size.ONE);
        assertThat(Size.of(2)).contains(Size.FEW);
        assertThat(Size.of(4)).contains(Size.FEW);
        assertThat(Size.of(5)).contains(Size.NODE);
        assertThat(Size.of(8)).contains(Size.NODE);
        assertThat(Size.of(9)).contains(Size.MORE);
    }
}
