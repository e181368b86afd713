package io.gpuledger.analyzer.store.questions;

import static io.gpuledger.analyzer.store.questions.Dimension.CAUSE;
import static io.gpuledger.analyzer.store.questions.Dimension.CLUSTER;
import static io.gpuledger.analyzer.store.questions.Dimension.DAY;
import static io.gpuledger.analyzer.store.questions.Dimension.GPU;
import static io.gpuledger.analyzer.store.questions.Dimension.HOUR;
import static io.gpuledger.analyzer.store.questions.Dimension.NAMESPACE;
import static io.gpuledger.analyzer.store.questions.Dimension.NODE;
import static io.gpuledger.analyzer.store.questions.Dimension.POD;
import static io.gpuledger.analyzer.store.questions.Dimension.SKU;
import static io.gpuledger.analyzer.store.questions.Dimension.STATE;
import static io.gpuledger.analyzer.store.questions.Dimension.TEAM;
import static io.gpuledger.analyzer.store.questions.Dimension.WORKLOAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Line;
import io.gpuledger.analyzer.store.questions.LedgerAnswer.Sum;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LedgerTablesTest {
    private static final long CAPACITY = FixedBooks.GPUS * FixedBooks.WEEK.millis();

    private static FixedBooks books;
    private static LedgerTables tables;

    @BeforeAll
    static void write() throws DatabaseException, SchemaException {
        books = FixedBooks.fresh();
        tables = new LedgerTables(books.database());
    }

    @AfterAll
    static void close() {
        books.close();
    }

    private static LedgerAnswer answer(Dimension... by) {
        return tables.answer(LedgerQuestion.of(FixedBooks.WEEK, by));
    }

    private static Sum sum(LedgerAnswer answer, String... key) {
        return answer.lines().stream()
                .filter(line -> words(line).equals(List.of(key)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(List.of(key) + " is not in " + answer.lines()))
                .sum();
    }

    private static List<String> words(Line line) {
        return line.key().stream().map(value -> value.orElse("-")).toList();
    }

    private static long sum(LedgerAnswer answer, ToLongFunction<Sum> what) {
        return answer.lines().stream().map(Line::sum).mapToLong(what).sum();
    }

    @ParameterizedTest
    @EnumSource
    void whatever_time_is_told_apart_by_it_adds_up_to_capacity(Dimension by) {
        var answer = answer(by);

        assertThat(answer.capacity()).isEqualTo(CAPACITY);
        assertThat(answer.total().millis()).isEqualTo(CAPACITY);
        assertThat(sum(answer, Sum::millis)).isEqualTo(CAPACITY);
        assertThat(answer.count()).isEqualTo(answer.lines().size());
    }

    @Test
    void any_dimensions_together_add_up_to_capacity_and_cost() {
        var random = new Random(7);
        var cost = answer(STATE).total().cost();
        for (var i = 0; i < 40; i++) {
            var by = new ArrayList<>(Dimension.ALL);
            Collections.shuffle(by, random);
            by.removeAll(List.of(HOUR));
            var some = by.subList(0, 1 + random.nextInt(4)).toArray(Dimension[]::new);
            var answer = answer(some);

            assertThat(sum(answer, Sum::millis)).as("%s", List.of(some)).isEqualTo(CAPACITY);
            assertThat(answer.total().cost()).as("%s", List.of(some)).isEqualTo(cost);
            cost.forEach((currency, micros) -> assertThat(
                            sum(answer, sum -> sum.cost().getOrDefault(currency, 0L)))
                    .isEqualTo(micros));
        }
    }

    @Test
    void states_are_told_with_their_time_cost_and_what_has_no_price() {
        var answer = answer(STATE);

        assertThat(answer.lines().stream().map(LedgerTablesTest::words))
                .containsExactly(
                        List.of("free"),
                        List.of("idle"),
                        List.of("starting"),
                        List.of("stranded"),
                        List.of("underused"),
                        List.of("unhealthy"),
                        List.of("unobserved"),
                        List.of("used"),
                        List.of("withheld"));
        var idle = sum(answer, "idle");
        assertThat(idle.millis()).isEqualTo(100 * Hour.MILLIS + 100 * 1_000_000L);
        assertThat(idle.cost()).isEqualTo(Map.of("EUR", 100 * 416_666L, "USD", 249_000_000L));
        assertThat(idle.unpriced()).isZero();
        assertThat(sum(answer, "stranded").cost()).isEmpty();
        assertThat(sum(answer, "stranded").unpriced()).isEqualTo(20 * Hour.MILLIS);
    }

    @Test
    void sums_and_entries_say_the_same() {
        var ofSums = answer(TEAM, STATE);
        var ofEntries = tables.answer(LedgerQuestion.of(FixedBooks.WEEK, TEAM, STATE, GPU));

        for (var line : ofSums.lines()) {
            assertThat(ofEntries.lines().stream()
                            .filter(one -> one.key().subList(0, 2).equals(line.key()))
                            .mapToLong(one -> one.sum().millis())
                            .sum())
                    .as("%s", line.key())
                    .isEqualTo(line.sum().millis());
        }
        assertThat(ofEntries.total()).isEqualTo(ofSums.total());
    }

    @Test
    void a_time_that_begins_and_ends_at_any_hour_is_that_of_its_hours() {
        var random = new Random(11);
        for (var i = 0; i < 40; i++) {
            var from = FixedBooks.WEEK.from() + random.nextInt(100) * Hour.MILLIS;
            var time = new Span(from, from + random.nextInt(1, 100) * Hour.MILLIS);
            var hours = tables.answer(LedgerQuestion.of(time, TEAM, STATE, CAUSE, HOUR));
            var whole = tables.answer(LedgerQuestion.of(time, TEAM, STATE, CAUSE));

            assertThat(whole.total()).as("%s", time).isEqualTo(hours.total());
            assertThat(whole.lines())
                    .as("%s", time)
                    .allSatisfy(line -> assertThat(hours.lines().stream()
                                    .filter(hour -> hour.key().subList(0, 3).equals(line.key()))
                                    .mapToLong(hour -> hour.sum().millis())
                                    .sum())
                            .isEqualTo(line.sum().millis()));
        }
    }

    @Test
    void what_nobody_holds_has_no_team_and_comes_last() {
        var answer = answer(TEAM);

        assertThat(answer.lines().stream().map(LedgerTablesTest::words))
                .containsExactly(List.of(FixedBooks.SCRIPT), List.of("speech"), List.of("vision"), List.of("-"));
        assertThat(sum(answer, "-").millis()).isEqualTo((68 + 40) * Hour.MILLIS);
    }

    @Test
    void coverage_is_that_of_all_states_of_the_same_team() {
        var answer =
                tables.answer(LedgerQuestion.of(FixedBooks.WEEK, TEAM, STATE).only(STATE, "idle"));

        var idle = sum(answer, "speech", "idle");
        assertThat(answer.lines()).hasSize(1);
        assertThat(idle.everything()).isEqualTo((100 + 100 + 24 + 4) * Hour.MILLIS);
        assertThat(idle.unobserved()).isEqualTo(4 * Hour.MILLIS);
        assertThat(idle.coverage()).isEqualByComparingTo("0.982456");
        assertThat(answer.capacity()).isEqualTo(CAPACITY);
        assertThat(answer.total().millis()).isEqualTo(idle.millis());
    }

    @Test
    void coverage_does_not_round_up_to_all() {
        assertThat(new Sum(0, 0, 0, 0, new TreeMap<>(), 1, 10_000_000_000L, Optional.empty(), 0, true).coverage())
                .isEqualByComparingTo("0.999999");
        assertThat(new Sum(0, 0, 0, 0, new TreeMap<>(), 0, 1, Optional.empty(), 0, true).coverage())
                .isEqualByComparingTo("1");
        assertThat(new Sum(0, 0, 0, 0, new TreeMap<>(), 0, 0, Optional.empty(), 0, true).coverage())
                .isEqualByComparingTo("1");
    }

    @Test
    void nothing_is_settled_while_hours_of_the_window_are_not_in_the_books_yet() {
        var settled = new Span(FixedBooks.WEEK.from(), FixedBooks.WEEK.to() - 2 * Hour.MILLIS);
        var later = new Span(FixedBooks.WEEK.from(), FixedBooks.WEEK.to() + Hour.MILLIS);
        var unknown = new Span(later.to(), later.to() + Hour.MILLIS);

        assertThat(tables.answer(LedgerQuestion.of(settled, TEAM)).total().isSettled())
                .isTrue();
        assertThat(tables.answer(LedgerQuestion.of(later, TEAM)).lines())
                .isNotEmpty()
                .noneMatch(line -> line.sum().isSettled());
        assertThat(tables.answer(LedgerQuestion.of(unknown, TEAM)).total().isSettled())
                .isFalse();
        assertThat(tables.answer(LedgerQuestion.of(later, DAY))
                        .lines()
                        .getFirst()
                        .sum()
                        .isSettled())
                .as("a day of it that is over")
                .isTrue();
    }

    @Test
    void nothing_is_settled_while_hours_of_the_window_are_not_summed_up_yet() throws Exception {
        var window = new Span(FixedBooks.WEEK.from(), FixedBooks.WEEK.from() + 3 * Hour.MILLIS);
        try (var other = FixedBooks.fresh()) {
            other.execute("insert into gpu_ledger.unsummed (hour) values ('2026-11-16T02:00Z')");
            var answer = new LedgerTables(other.database()).answer(LedgerQuestion.of(window, HOUR));

            assertThat(answer.total().isSettled()).isFalse();
            assertThat(answer.lines().stream().map(line -> line.sum().isSettled()))
                    .containsExactly(true, true, false);
        }
    }

    @Test
    void what_may_still_change_is_said() {
        var byDay = answer(DAY);

        assertThat(sum(byDay, "2026-11-16").isSettled()).isTrue();
        assertThat(sum(byDay, "2026-11-22").isSettled()).isFalse();
        assertThat(byDay.total().open()).isEqualTo(FixedBooks.GPUS * 2 * Hour.MILLIS);
        assertThat(answer(HOUR).lines())
                .hasSize(168)
                .first()
                .satisfies(line -> assertThat(words(line)).containsExactly("2026-11-16T00:00:00Z"));
    }

    @Test
    void filters_leave_what_they_name() {
        var question = new LedgerQuestion(
                FixedBooks.WEEK,
                List.of(CLUSTER, NODE, SKU, NAMESPACE, WORKLOAD, POD),
                Map.of(TEAM, Set.of("vision", FixedBooks.SCRIPT), CLUSTER, Set.of("west")),
                10,
                0);

        assertThat(tables.answer(question).lines().stream().map(LedgerTablesTest::words))
                .containsExactly(List.of("west", "n2", "", "evil", "Deployment/" + FixedBooks.FORMULA, "<b>pod</b>"));
    }

    @ParameterizedTest
    @EnumSource
    void every_filter_takes_what_the_dimension_shows_and_none_for_its_absence(Dimension by) {
        if (!by.isFilter()) {
            return;
        }
        for (var line : answer(by).lines()) {
            var only = tables.answer(LedgerQuestion.of(FixedBooks.WEEK, by)
                    .only(by, line.key().getFirst().orElse("")));
            assertThat(only.lines().stream().map(Line::key)).containsExactly(line.key());
            assertThat(only.lines().getFirst().sum()).isEqualTo(line.sum());
        }
    }

    @Test
    void causes_are_told_apart() {
        var answer = answer(STATE, CAUSE);

        assertThat(sum(answer, "unhealthy", "xid 79").millis()).isEqualTo(24 * Hour.MILLIS);
        assertThat(sum(answer, "used", "-").millis()).isPositive();
    }

    @Test
    void pages_follow_one_another_without_a_gap() {
        var all = answer(TEAM, DAY, STATE);
        var paged = new ArrayList<Line>();
        for (var skip = 0; skip < all.count(); skip += 7) {
            var page = tables.answer(new LedgerQuestion(FixedBooks.WEEK, List.of(TEAM, DAY, STATE), Map.of(), 7, skip));
            assertThat(page.total()).isEqualTo(all.total());
            paged.addAll(page.lines());
        }

        assertThat(paged).isEqualTo(all.lines());
    }

    @Test
    void nothing_booked_is_nothing_and_no_error() {
        var before = new Span(0, Hour.MILLIS);
        var answer = tables.answer(LedgerQuestion.of(before, STATE));

        assertThat(answer.lines()).isEmpty();
        assertThat(answer.capacity()).isZero();
        assertThat(answer.cost()).isEmpty();
    }

    @Test
    void values_are_never_read_as_sql() {
        var evil = "x') or true; drop table gpu_ledger.entry; --";

        assertThat(tables.answer(LedgerQuestion.of(FixedBooks.WEEK, STATE).only(TEAM, evil))
                        .lines())
                .isEmpty();
        assertThat(answer(STATE).capacity()).isEqualTo(CAPACITY);
    }

    @Test
    void a_question_takes_whole_hours_only() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LedgerQuestion.of(new Span(1, Hour.MILLIS), STATE))
                .withMessageContaining("whole hours");
    }

    @Test
    void a_database_that_is_away_is_said_to_be() {
        try (var away = FixedBooks.away()) {
            assertThatExceptionOfType(CannotAskException.class)
                    .isThrownBy(() -> new LedgerTables(away).answer(LedgerQuestion.of(FixedBooks.WEEK, STATE)))
                    .withMessageContaining("it cannot be reached")
                    .matches(e -> !e.isTooMuch());
        }
    }

    @Test
    void workloads_of_a_team_are_told_with_their_peak_and_states() {
        var speech = new WorkloadTables(books.database()).ofTeam("speech", FixedBooks.WEEK, 0, 10);
        var workloads = speech.workloads();

        assertThat(speech.count()).isEqualTo(2);
        assertThat(workloads.stream().map(workload -> workload.named().name())).containsExactly("nb", "train");
        assertThat(workloads.getLast().peak()).isEqualTo(Hour.MILLIS);
        assertThat(workloads.getLast().held())
                .containsExactly(
                        new WorkloadTables.Held(State.IDLE, Optional.of("USD"), 100 * Hour.MILLIS, 0, 249_000_000));
        assertThat(new WorkloadTables(books.database()).ofTeam("nobody", FixedBooks.WEEK, 0, 10))
                .isEqualTo(new WorkloadTables.OfTeam(List.of(), 0));
    }

    @Test
    void a_limit_on_workloads_leaves_those_who_held_most_and_counts_the_others() {
        var speech = new WorkloadTables(books.database()).ofTeam("speech", FixedBooks.WEEK, 0, 1);

        assertThat(speech.workloads().stream().map(workload -> workload.named().name()))
                .containsExactly("nb");
        assertThat(speech.count()).isEqualTo(2);
    }
}
