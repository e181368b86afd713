package io.gpuledger.analyzer.store.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.findings.FindingQuestion.State;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FindingAnswersTest {
    private static final long NOW = FixedBooks.NOW.toEpochMilli();

    private static FixedBooks books;

    @BeforeAll
    static void write() throws DatabaseException, SchemaException {
        books = FixedBooks.fresh();
        FixedFindings.write(books.database());
    }

    @AfterAll
    static void close() {
        books.close();
    }

    private static FindingAnswers.Answer answer(FindingQuestion question) {
        return new FindingAnswers(books.database()).answer(question);
    }

    private static List<String> kinds(FindingAnswers.Answer answer) {
        return answer.findings().stream()
                .map(stored -> stored.finding().key().kind().word())
                .toList();
    }

    @Test
    void the_limit_leaves_out_rows_and_not_what_is_counted() {
        var answer = answer(FindingQuestion.open(NOW, 2));

        assertThat(kinds(answer)).containsExactly("gpu_lost", "hot");
        assertThat(answer.count()).isEqualTo(6);
        assertThat(answer.bySeverity()).containsEntry(Severity.WARNING, 4L);
    }

    @Test
    void what_is_over_is_told_of_the_time_in_which_it_was_open() {
        var open = FindingQuestion.open(NOW, 10);

        assertThat(kinds(answer(open.of(State.CLOSED, FixedBooks.WEEK)))).containsExactly("fatal_xid");
        assertThat(kinds(answer(open.of(State.CLOSED, FixedBooks.BEFORE)))).isEmpty();
        assertThat(kinds(answer(open.of(State.ALL, FixedBooks.WEEK))))
                .containsExactly("hot", "hot", "throttled_by_heat", "fatal_xid");
        assertThat(kinds(answer(open.of(State.OPEN, new Span(0, 1))))).isEmpty();
    }

    @Test
    void the_books_say_who_was_hit_and_what_it_cost() {
        var xid = answer(FindingQuestion.open(NOW, 10).of(State.CLOSED, FixedBooks.WEEK))
                .findings()
                .getFirst();

        assertThat(xid.teams()).containsExactly("speech");
        assertThat(xid.cost()).hasValueSatisfying(cost -> {
            assertThat(cost.currency()).isEqualTo("EUR");
            assertThat(cost.micros()).isEqualTo(36_000_000);
        });
    }

    @Test
    void a_finding_of_a_kind_that_a_later_version_knows_is_passed_over() throws Exception {
        try (var others = FixedBooks.fresh()) {
            FixedFindings.write(others.database());
            others.execute("update gpu_ledger.finding set kind = 'haunted' where kind = 'stack'");

            var answer = new FindingAnswers(others.database()).answer(FindingQuestion.open(NOW, 10));

            assertThat(kinds(answer)).hasSize(5).doesNotContain("stack");
        }
    }

    @Test
    void a_mute_holds_until_its_end() {
        var mute = new Mutes(books.database()).inForce(FixedBooks.NOW).getFirst();

        assertThat(mute.who()).isEqualTo("ann");
        assertThat(muted(NOW)).containsExactly("hot");
        assertThat(muted(mute.until().toEpochMilli())).isEmpty();
        assertThat(muted(mute.since().minus(Duration.ofMillis(1)).toEpochMilli()))
                .isEmpty();
    }

    private static List<String> muted(long at) {
        return answer(FindingQuestion.open(at, 10)).findings().stream()
                .filter(stored -> stored.mute().isPresent())
                .map(stored -> stored.finding().key().kind().word())
                .toList();
    }
}
