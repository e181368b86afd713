package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Books that are kept hour by hour, while things happen, beside those of somebody who was told all of it at once.
class BooksInStepsTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final int AFTER = 8;
    /// This many hours after the end of the story, no hour waits for late readings any more.
    private static final int FILLED = 4;

    private final List<Row> rows = new ArrayList<>();
    private final List<Statement> statements = new ArrayList<>();
    private int hours;
    private Duration step = Duration.ofHours(1);

    private void story(int length, String script) {
        var past = Past.told(script, length + AFTER);
        rows.addAll(past.rows());
        statements.addAll(past.statements());
        hours = length;
    }

    private static Span hours(double from, double to) {
        return new Span(Past.hour(from).toEpochMilli(), Past.hour(to).toEpochMilli());
    }

    private Kept books() throws Exception {
        return Kept.at(BEGIN, Past.hour(hours + AFTER));
    }

    private List<String> atOnce() throws Exception {
        try (var kept = books()) {
            kept.tell(rows, statements);
            kept.passAt(Past.hour(hours + FILLED));
            return kept.settled();
        }
    }

    /// @param late what comes late
    /// @param told after which pass
    private List<String> inSteps(Predicate<Row> late, Instant told) throws Exception {
        try (var kept = books()) {
            var from = BEGIN;
            for (; from.isBefore(Past.hour(hours)); from = from.plus(step)) {
                tell(kept, from, from.plus(step), late);
                kept.passAt(from.plus(step));
                if (from.plus(step).equals(told)) {
                    kept.tell(rows.stream().filter(late).toList(), List.of());
                }
            }
            // Who has just been told something late waits for more.
            kept.passAt(from.plusSeconds(60));
            tell(kept, from, Past.hour(hours + AFTER), late);
            kept.passAt(Past.hour(hours + FILLED).minusSeconds(60));
            kept.passAt(Past.hour(hours + FILLED));
            assertThat(kept.sumsThatAreOff()).isEmpty();
            return kept.settled();
        }
    }

    private void tell(Kept kept, Instant from, Instant to, Predicate<Row> late) throws Exception {
        var time = new Span(from.toEpochMilli(), to.toEpochMilli());
        kept.tell(
                rows.stream()
                        .filter(row -> time.contains(row.millis()) && !late.test(row))
                        .toList(),
                statements.stream().filter(one -> time.contains(one.millis())).toList());
    }

    private void assertThatBothAreTheSame() throws Exception {
        assertThatBothAreTheSame(_ -> false);
    }

    /// @param late what comes when all the rest has been booked
    private void assertThatBothAreTheSame(Predicate<Row> late) throws Exception {
        assertThatBothAreTheSame(late, Past.hour(hours));
    }

    private void assertThatBothAreTheSame(Predicate<Row> late, Instant told) throws Exception {
        var atOnce = atOnce();
        var inSteps = inSteps(late, told);
        assertThat(atOnce).isNotEmpty();
        assertThat(inSteps).containsExactlyElementsOf(atOnce);
    }

    /// A quiet run of three hours makes the hour idle in which it began, when that has long been over.
    @Test
    void hours_are_settled_once_the_longest_quiet_run_that_anybody_is_waited_for_may_be_over() throws Exception {
        story(17, """
            node n1 h100 2
            pod slow vision on n1/0 from 1h to 11h doing hung idle-after 3h
            pod quick speech on n1/1 from 1h to 11h doing hung
            """);
        assertThatBothAreTheSame();
        assertThat(atOnce()).anyMatch(row -> row.contains("|idle|"));
    }

    @Test
    void hours_without_a_scrape_are_booked_by_the_counters_of_an_exporter_that_lived() throws Exception {
        story(12, """
            node n1 h100 2
            pod one vision on n1/0 from 0 to 14h doing 60%
            pod other speech on n1/1 from 0 to 14h doing hung
            """);
        rows.removeIf(row -> hours(3.5, 7).contains(row.millis()));
        assertThatBothAreTheSame();
        assertThat(atOnce()).noneMatch(row -> row.contains("|unobserved|"));
    }

    /// At four o'clock the books have settled what was before two, and go by all that is told until ten past three.
    @Test
    void readings_of_soon_after_an_hour_that_come_once_it_is_settled_decide_how_it_ended() throws Exception {
        story(12, """
            node n1 h100 2
            pod one vision on n1/0 from 0 to 14h doing training
            pod other speech on n1/1 from 0 to 14h doing training
            """);
        for (var until : List.of(2.4, 3.1)) {
            assertThatBothAreTheSame(row -> hours(2, until).contains(row.millis()), Past.hour(4));
        }
    }

    @Test
    void a_GPU_that_was_lost_when_its_exporter_fell_silent_stays_lost() throws Exception {
        step = Duration.ofHours(4);
        story(20, """
            node n1 h100 2
            lost n1/0 from 3h to 28h
            dark n1 from 4h to 28h
            """);
        assertThatBothAreTheSame();
        assertThat(atOnce().stream().filter(row -> row.contains("|gpu_lost|"))).hasSizeGreaterThan(14);
    }

    @Test
    void what_ends_evidence_counts_however_late_it_comes() throws Exception {
        step = Duration.ofHours(5);
        story(30, """
            node n1 h100 1
            xid 95 n1/0 from 2h to 5h
            dark n1 from 330m to 340m
            """);
        assertThatBothAreTheSame(row -> hours(4.5, 6).contains(row.millis()));
        assertThat(atOnce().stream().filter(row -> row.contains("|unhealthy|"))).hasSize(4);
    }

    /// Its readings before that are not read again for long, and say nothing of it when they are.
    @Test
    void the_GPUs_of_a_node_that_was_removed_do_not_come_back() throws Exception {
        step = Duration.ofHours(5);
        story(40, """
            node n1 h100 1
            node n2 h100 1
            dark n1 from 3h to 48h
            """);
        statements.add(new Statement.Gone(
                ObjectId.named("here", Kind.NODE, "n1"), Past.hour(3).toEpochMilli()));
        assertThatBothAreTheSame();
        assertThat(atOnce().stream().filter(row -> row.contains("|n1|"))).hasSize(5);
    }
}
