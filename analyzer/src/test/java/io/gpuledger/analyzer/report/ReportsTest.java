package io.gpuledger.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.gate.Golden;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class ReportsTest {
    private static final Week WEEK = Week.parse("2026-W47");

    private static FixedBooks books;

    @BeforeAll
    static void write() throws DatabaseException, SchemaException {
        books = FixedBooks.fresh();
    }

    @AfterAll
    static void close() {
        books.close();
    }

    private static TeamWeek of(String team) throws NothingHeldException {
        return new Reports(books.database()).of(team, WEEK);
    }

    @Test
    void the_text_of_a_team_with_two_currencies_is_as_it_was() throws NothingHeldException {
        Golden.file("golden/report/speech.txt").matches(ReportText.of(of("speech")));
    }

    @Test
    void the_text_of_a_team_with_names_that_are_markup_and_no_prices_is_as_it_was() throws NothingHeldException {
        Golden.file("golden/report/script.txt").matches(ReportText.of(of(FixedBooks.SCRIPT)));
    }

    @Test
    void what_is_being_filled_is_said_to_be_missing() throws Exception {
        try (var filling = FixedBooks.filling()) {
            assertThat(ReportText.of(new Reports(filling.database()).of("vision", WEEK)))
                    .contains("2.0 GPU-hours of these are being filled");
        }
    }

    @Test
    void the_table_is_as_it_was() throws NothingHeldException {
        Golden.file("golden/report/speech.csv")
                .matches(ReportCsv.of(of("speech")).replace("\r", ""));
        Golden.file("golden/report/script.csv")
                .matches(ReportCsv.of(of(FixedBooks.SCRIPT)).replace("\r", ""));
    }

    @Test
    void the_text_is_the_same_whatever_the_language_of_the_machine() throws NothingHeldException {
        var usual = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            Golden.file("golden/report/speech.txt").matches(ReportText.of(of("speech")));
        } finally {
            Locale.setDefault(usual);
        }
    }

    @Test
    void no_line_of_the_text_is_wider_than_78_columns() throws NothingHeldException {
        for (var team : new String[] {"speech", "vision", FixedBooks.SCRIPT}) {
            assertThat(ReportText.of(of(team)).lines()).allMatch(line -> line.length() <= Paragraphs.WIDTH);
        }
    }

    @Test
    void workloads_add_up_to_the_team() throws NothingHeldException {
        var week = of("speech");

        assertThat(week.now().all()).isEqualTo(228 * Hour.MILLIS);
        assertThat(week.workloads().stream()
                        .mapToLong(workload -> workload.accounts().all())
                        .sum())
                .isEqualTo(week.now().all());
        assertThat(week.workloads().stream()
                        .mapToLong(workload -> workload.accounts().of(State.IDLE))
                        .sum())
                .isEqualTo(week.now().of(State.IDLE));
        assertThat(Accounts.sum(week.workloads().stream()
                                .map(TeamWeek.Workload::accounts)
                                .toList())
                        .cost())
                .isEqualTo(week.now().cost());
    }

    @Test
    void to_a_week_that_no_books_were_kept_in_there_is_no_change()
            throws NothingHeldException, DatabaseException, SchemaException {
        try (var crowd = FixedBooks.crowd(2)) {
            assertThat(ReportText.of(new Reports(crowd.database()).of("crowd", WEEK)))
                    .contains("To the week before: the books have nothing of it.")
                    .containsPattern("(?m)^held +1\\.0 +100\\.0 % +0\\.0$");
        }
    }

    @Test
    void who_was_idle_for_longest_is_named_among_however_many()
            throws NothingHeldException, DatabaseException, SchemaException {
        try (var crowd = FixedBooks.crowd(1_100)) {
            var week = new Reports(crowd.database()).of("crowd", WEEK);

            assertThat(week.workloads().getFirst().name()).isEqualTo("Job/idler");
            assertThat(ReportText.of(week)).contains("idler", "and 1090 more, which held 1.0 GPU-hours");
            assertThat(ReportCsv.of(week).lines()).hasSize(1 + 1_100);
        }
    }

    @Test
    void a_team_that_held_nothing_is_told_which_teams_did() {
        assertThatExceptionOfType(NothingHeldException.class)
                .isThrownBy(() -> of("speach"))
                .withMessage("team speach held no GPU in 2026-W47; those that did: %s, speech, vision"
                        .formatted(FixedBooks.SCRIPT));
    }

    @Test
    void a_week_without_books_is_said_to_have_none() {
        assertThatExceptionOfType(NothingHeldException.class)
                .isThrownBy(() -> new Reports(books.database()).of("speech", Week.parse("2020-W01")))
                .withMessageContaining("the books have nothing of that week");
    }

    @Test
    void a_database_that_is_away_is_said_to_be() {
        try (var away = FixedBooks.away()) {
            assertThatExceptionOfType(CannotAskException.class)
                    .isThrownBy(() -> new Reports(away).of("speech", WEEK))
                    .withMessageContaining("cannot be reached");
        }
    }
}
