package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.change;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.FleetWeek.Team;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// This section says what teams held, and what came of it. What was idle and what was underused stand apart, and are
/// not added up.
final class TeamsSection {
    private static final int TEAMS_MAX = 50;

    private record Row(String name, Accounts now, Accounts before, boolean isATeam) {
        static Row of(Team team) {
            return new Row(team.name(), team.now(), team.before(), true);
        }

        static Row of(String name, List<Team> teams) {
            return new Row(name, sum(teams, Team::now), sum(teams, Team::before), false);
        }

        private static Accounts sum(List<Team> teams, Function<Team, Accounts> when) {
            return Accounts.sum(teams.stream().map(when).toList());
        }
    }

    private TeamsSection() {}

    static Node of(FleetWeek week) {
        return Node.of(Sections.heading("Waste by team"), week.teams().isEmpty() ? nobody() : teams(week));
    }

    private static Node nobody() {
        return Element.of("p", "No GPU was held.");
    }

    private static Node teams(FleetWeek week) {
        var all = Row.of(week.isWhole() ? "all teams" : "these teams", week.teams());
        return Node.of(
                new Grid<>(
                                "wide",
                                "GPU-hours, those that were idle for longest first.",
                                columns(week),
                                rows(week.teams()),
                                List.of(all))
                        .node(),
                week.isWhole()
                        ? Node.NONE
                        : Sections.note("There are more teams than this page can count:"
                                + " /api/v1/ledger?by=team,state has them all."),
                Sections.aside("Idle is certain: nothing ran. Underused is potential: a GPU worked, and not all of the"
                        + " time. One is not added to the other. Sick GPUs and what was not seen are in neither."));
    }

    private static List<Row> rows(List<Team> teams) {
        var rows = new ArrayList<>(teams.stream().limit(TEAMS_MAX).map(Row::of).toList());
        var rest = teams.stream().skip(TEAMS_MAX).toList();
        if (!rest.isEmpty()) {
            rows.add(Row.of("%d more teams".formatted(rest.size()), rest));
        }
        return rows;
    }

    private static List<Column<Row>> columns(FleetWeek week) {
        var most = most(week.teams());
        var columns = new ArrayList<Column<Row>>(List.of(
                Column.of("Team", row -> name(row, week)),
                Column.extra("Held", row -> Node.text(hours(row.now().all()))),
                Column.of("Idle", row -> measured(State.IDLE, row, most)),
                Column.extra(
                        "of held",
                        row -> Node.text(
                                percent(row.now().of(State.IDLE), row.now().all()))),
                Column.extra("Change of idle", row -> week.isComparable() ? idleChange(row) : Node.NONE),
                Column.of("Underused", row -> measured(State.UNDERUSED, row, most)),
                Column.of("Used", row -> Node.text(hours(row.now().of(State.USED)))),
                Column.extra("Coverage", TeamsSection::coverage)));
        if (!week.now().cost().isEmpty()) {
            columns.add(Column.extra("Cost", row -> Sections.cost(row.now().cost())));
            columns.add(Column.of("Cost of idle", row -> Sections.cost(row.now().cost(State.IDLE))));
        }
        return columns;
    }

    /// Leads to what the team held in the same time.
    private static Node name(Row row, FleetWeek week) {
        return row.isATeam()
                ? Address.ofTeam(row.name())
                        .with(
                                Hours.FROM.name(),
                                Instant.ofEpochMilli(week.window().from()).toString())
                        .with(
                                Hours.TO.name(),
                                Instant.ofEpochMilli(week.window().to()).toString())
                        .link(row.name())
                : Node.text(row.name());
    }

    private static long most(List<Team> teams) {
        return teams.stream()
                .mapToLong(
                        team -> Math.max(team.now().of(State.IDLE), team.now().of(State.UNDERUSED)))
                .max()
                .orElse(0);
    }

    /// A bar shows it beside what other teams have; a sum of teams has none.
    private static Node measured(State state, Row row, long most) {
        var millis = row.now().of(state);
        return Node.of(Node.text(hours(millis)), row.isATeam() ? Bars.meter(state, millis, most) : Node.NONE);
    }

    private static Node idleChange(Row row) {
        return Node.text(change(row.now().of(State.IDLE), row.before().of(State.IDLE)));
    }

    private static Node coverage(Row row) {
        return Node.text(
                Figures.coverage(row.now().of(State.UNOBSERVED), row.now().all()));
    }
}
