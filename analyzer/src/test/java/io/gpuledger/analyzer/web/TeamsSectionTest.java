package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.html.Html;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.FleetWeek.Team;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import java.util.List;
import org.junit.jupiter.api.Test;

class TeamsSectionTest {
    private static String section(boolean isWhole) {
        var team = new Team("speech", new Accounts(), new Accounts());
        var week = new FleetWeek(
                FixedBooks.WEEK,
                new Accounts(),
                new Accounts(),
                List.of(team),
                isWhole,
                List.of(),
                List.of(),
                true,
                FixedBooks.WEEK.millis(),
                168,
                168);
        return Html.of(TeamsSection.of(week));
    }

    @Test
    void teams_that_are_not_all_are_not_called_so() {
        assertThat(section(false)).contains("these teams", "more teams than this page can count");
        assertThat(section(true)).contains("all teams").doesNotContain("more teams");
    }
}
