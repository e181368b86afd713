package io.gpuledger.analyzer.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.time.Hour;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
    void a_trend_has_eight_weeks_and_says_which_have_books() throws NothingHeldException {
        var trend = of("speech").trend();

        assertThat(trend).hasSize(8);
        assertThat(trend.getLast().accounts().all()).isEqualTo(228 * Hour.MILLIS);
        assertThat(trend.get(6).accounts().of(State.IDLE)).isEqualTo(50 * Hour.MILLIS);
        assertThat(trend.subList(0, 6)).noneMatch(PastWeek::isBooked);
    }

    @Test
    void teams_and_what_nobody_held_are_the_fleet() {
        var reports = new Reports(books.database());
        var held = Accounts.sum(reports.teams(WEEK).values());

        assertThat(held.all() + reports.nobody(WEEK).all())
                .isEqualTo(reports.fleet(WEEK).now().all())
                .isEqualTo(FixedBooks.GPUS * Reports.HOURS * Hour.MILLIS);
        assertThat(reports.heldTrend(WEEK).getLast().accounts().all()).isEqualTo(held.all());
    }

    @Test
    void what_was_lost_on_nodes_is_told_with_its_causes() {
        assertThat(new Reports(books.database()).losses(WEEK))
                .singleElement()
                .isEqualTo(new NodeLoss(
                        "west",
                        "n2",
                        24 * Hour.MILLIS,
                        4 * Hour.MILLIS,
                        new TreeMap<>(Map.of("xid 79", 24 * Hour.MILLIS, "silent", 4 * Hour.MILLIS))));
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
