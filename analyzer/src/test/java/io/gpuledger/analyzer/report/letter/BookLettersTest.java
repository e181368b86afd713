package io.gpuledger.analyzer.report.letter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Edition.OfFleet;
import io.gpuledger.analyzer.report.Edition.OfTeam;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letters.Draft;
import io.gpuledger.analyzer.report.NothingHeldException;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.report.letter.Advices.Advised;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.findings.FixedFindings;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.gate.Golden;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated
class BookLettersTest {
    private static final Week WEEK = Week.parse("2026-W47");
    private static final LetterSettings SETTINGS =
            new LetterSettings(24 * Hour.MILLIS, 5 * Hour.MILLIS, "ask the platform team");

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

    private static BookLetters letters(FixedBooks of, Advices advices) {
        return new BookLetters(new Reports(of.database()), advices, SETTINGS);
    }

    private static BookLetters letters() {
        return letters(books, (team, _) -> FixedAdvice.of(team));
    }

    private static Letter letter(Edition edition) throws NothingHeldException {
        return letters().letter(edition, WEEK);
    }

    private static Edition edition(String name) {
        return switch (name) {
            case "fleet" -> new OfFleet();
            case "script" -> new OfTeam(FixedBooks.SCRIPT);
            default -> new OfTeam(name);
        };
    }

    @ParameterizedTest
    @CsvSource({"speech", "vision", "script", "fleet"})
    void a_letter_is_as_it_was(String name) throws NothingHeldException {
        var letter = letter(edition(name));

        Golden.file("golden/letters/%s.html".formatted(name)).matches(letter.html());
        Golden.file("golden/letters/%s.txt".formatted(name)).matches(letter.subject() + "\n\n" + letter.text());
        Golden.file("golden/letters/%s.csv".formatted(name))
                .matches(letter.table().csv().replace("\r", ""));
    }

    @Test
    void a_letter_is_the_same_whatever_the_language_of_the_machine() throws NothingHeldException {
        var usual = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            Golden.file("golden/letters/speech.html")
                    .matches(letter(edition("speech")).html());
        } finally {
            Locale.setDefault(usual);
        }
    }

    @ParameterizedTest
    @CsvSource({"speech", "vision", "script", "fleet"})
    void no_line_of_the_text_is_wider_than_78_columns_but_those_to_be_copied(String name) throws NothingHeldException {
        assertThat(letter(edition(name)).text().lines())
                .filteredOn(line -> !line.startsWith("    kubectl "))
                .allMatch(line -> line.length() <= Paragraphs.WIDTH);
    }

    @ParameterizedTest
    @CsvSource({"speech", "vision", "script", "fleet"})
    void a_letter_loads_nothing_and_runs_nothing(String name) throws NothingHeldException {
        assertThat(letter(edition(name)).html())
                .doesNotContain("<script", "<link", "<a ", "url(", "@import", "\u202e")
                .containsOnlyOnce("src=")
                .containsOnlyOnce("src=\"cid:trend.png\"");
    }

    @Test
    void there_is_an_edition_for_each_team_that_held_anything_and_for_the_fleet() {
        assertThat(letters().editions(WEEK))
                .containsExactly(edition("script"), edition("speech"), edition("vision"), edition("fleet"));
        assertThat(letters().write(edition("speech"), WEEK)).isInstanceOf(Draft.Written.class);
        assertThat(letters().write(edition("fleet"), WEEK)).isInstanceOf(Draft.Written.class);
    }

    @Test
    void a_team_of_which_there_is_nothing_to_say_gets_no_letter_and_it_is_said_why() {
        assertThat(letters().write(edition("vision"), WEEK))
                .isEqualTo(new Draft.Withheld("There is nothing to say: 0.0 GPU-hours were idle, no hardware failed,"
                        + " and nothing is to be changed."));
        assertThat(letters().write(edition("nobody"), WEEK))
                .isInstanceOfSatisfying(
                        Draft.Withheld.class,
                        withheld -> assertThat(withheld.reason()).startsWith("team nobody held no GPU in 2026-W47"));
        assertThat(letters().write(edition("fleet"), Week.parse("2020-W01")))
                .isEqualTo(new Draft.Withheld("the books have nothing of 2020-W01"));
    }

    @Test
    void a_team_that_held_little_gets_no_letter_and_it_is_said_why() throws Exception {
        try (var crowd = FixedBooks.crowd(2)) {
            assertThat(letters(crowd, Advices.none()).write(new OfTeam("crowd"), WEEK))
                    .isEqualTo(new Draft.Withheld(
                            "It held 1.0 GPU-hours; a letter begins at 24.0 (--report-min-gpu-hours)."));
            assertThat(letters(crowd, Advices.none())
                            .letter(new OfTeam("crowd"), WEEK)
                            .text())
                    .contains("To the week before: the books have nothing of it.");
        }
    }

    @Test
    void nobody_is_blamed_for_what_could_not_be_seen() throws Exception {
        try (var unseen = FixedBooks.unseen()) {
            var letter = letters(unseen, (team, _) -> FixedAdvice.of(team)).letter(new OfTeam("speech"), WEEK);

            assertThat(letter.subject()).isEqualTo("GPUs of speech in 2026-W47: 50.0 % could not be seen");
            assertThat(letter.text())
                    .startsWith("""
                        GPUs of speech in 2026-W47
                        --------------------------
                        50.0 % of what speech held could not be seen
                        """)
                    .contains("no_activity: 84.0 GPU-hours. Nothing says how active the GPUs were.")
                    .doesNotContain("went into idle", "were idle for longest", "Stop the", "at a stretch");
        }
    }

    @Test
    void exempt_workloads_are_named_as_such_and_told_to_change_nothing() throws NothingHeldException {
        Advices advices = (team, _) -> new Advised(
                FixedAdvice.of(team).advice(), Map.of(FixedAdvice.TRAIN, "waits for =data", FixedAdvice.NOTEBOOK, "x"));
        var letter = letters(books, advices).letter(edition("speech"), WEEK);

        assertThat(letter.text())
                .contains("exempt: waits for =data", "127.8 of the idle GPU-hours are of workloads that are exempt")
                .contains("What may break")
                .doesNotContain("Stop the", "biggest fix");
        assertThat(letter.table().csv()).contains("waits for =data");
    }

    @Test
    void what_sick_gpus_cost_a_team_is_credited_to_it() throws NothingHeldException {
        assertThat(letter(edition("speech")).text())
                .contains("Credited: what sick GPUs cost you", "- fatal_xid on n2: 24.0 GPU-hours (EUR 36.00).");
        assertThat(letter(edition("script")).text()).doesNotContain("Credited:");
    }

    @Test
    void a_team_whose_gpu_was_slowed_down_by_heat_gets_a_letter_for_that_alone() throws Exception {
        try (var hot = FixedBooks.fresh()) {
            hot.execute("""
                insert into gpu_ledger.finding
                    (cluster, node, gpu, instance, kind, detail, severity, opened, closed, told, evidence, action,
                    holders, lost_ms)
                values ('east', 'n1', 'GPU-a', '', 'throttled_by_heat', '', 'warning', '2026-11-17T05:00Z',
                    '2026-11-19T05:00Z', '2026-11-19T05:00Z', '', '', array['vision-prod/serve-0'], 43200000)
                """);

            assertThat(letters(hot, Advices.none()).write(edition("vision"), WEEK))
                    .isInstanceOfSatisfying(
                            Draft.Written.class,
                            written -> assertThat(written.letter().text())
                                    .contains("- throttled_by_heat on n1: 12.0 GPU-hours"));
        }
    }

    @Test
    void where_nothing_was_wrong_no_letter_says_anything_of_it() throws Exception {
        try (var crowd = FixedBooks.crowd(2)) {
            assertThat(letters(crowd, Advices.none())
                            .letter(new OfFleet(), WEEK)
                            .text())
                    .doesNotContain("What was wrong");
        }
    }

    @Test
    void what_is_being_filled_is_said_to_be_missing() throws Exception {
        try (var filling = FixedBooks.filling()) {
            assertThat(letters(filling, Advices.none())
                            .letter(edition("vision"), WEEK)
                            .text())
                    .contains("2.0 GPU-hours of these are being filled");
        }
    }

    @Test
    void who_was_idle_for_longest_is_named_among_however_many() throws Exception {
        try (var crowd = FixedBooks.crowd(1_100)) {
            var letter = letters(crowd, Advices.none()).letter(new OfTeam("crowd"), WEEK);

            assertThat(letter.text()).contains("idler", "and 1090 more, which held 1.0 GPU-hours, 0.0 of them idle");
            assertThat(letter.table().csv().lines()).hasSize(1 + 1_100);
        }
    }

    @Test
    void of_a_workload_there_is_one_of_the_biggest_fixes() {
        var none = Map.<String, Long>of();
        var first = FixedAdvice.advice(FixedAdvice.TRAIN, Kind.STOP, 5, none);
        var second = FixedAdvice.advice(FixedAdvice.TRAIN, Kind.SHARE, 4, none);
        var other = FixedAdvice.advice(FixedAdvice.NOTEBOOK, Kind.STOP, 3, none);

        var choice = Choice.of(List.of(other, second, first));

        assertThat(choice.biggest()).containsExactly(first, other);
        assertThat(choice.others()).containsExactly(second);
    }

    @Test
    void money_counts_before_time() {
        var cheap = FixedAdvice.advice(FixedAdvice.TRAIN, Kind.STOP, 10, Map.of("USD", 1L));
        var dear = FixedAdvice.advice(FixedAdvice.NOTEBOOK, Kind.STOP, 3, Map.of("USD", 9L));

        assertThat(Choice.of(List.of(cheap, dear)).biggest()).containsExactly(dear, cheap);
    }
}
