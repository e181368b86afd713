package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.change;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.FleetWeek.Team;
import io.gpuledger.analyzer.web.Rows.Head;
import java.util.ArrayList;
import java.util.List;

/// What teams held, and what came of it. What was idle and what was underused stand apart, and are not added up.
final class TeamsSection {
    private static final int TEAMS_MAX = 50;

    private final Markup page;
    private final FleetWeek week;
    private final boolean isPriced;
    private final long most;

    TeamsSection(Markup page, FleetWeek week) {
        this.page = page;
        this.week = week;
        this.isPriced = !week.now().cost().isEmpty();
        this.most = week.teams().stream()
                .mapToLong(
                        team -> Math.max(team.now().of(State.IDLE), team.now().of(State.UNDERUSED)))
                .max()
                .orElse(0);
    }

    void write() {
        page.tag("h2", "Waste by team").line();
        if (week.teams().isEmpty()) {
            page.tag("p", "No GPU was held.");
            return;
        }
        var rows = new Rows(page, "GPU-hours, those that were idle for longest first.", heads());
        for (var team : week.teams().stream().limit(TEAMS_MAX).toList()) {
            row(rows, team.name(), team.now(), team.before(), true);
        }
        var rest = week.teams().stream().skip(TEAMS_MAX).toList();
        if (!rest.isEmpty()) {
            row(rows, "%d more teams".formatted(rest.size()), now(rest), before(rest), false);
        }
        rows.foot();
        row(rows, week.isWhole() ? "all teams" : "these teams", now(week.teams()), before(week.teams()), false);
        rows.close(true);
        if (!week.isWhole()) {
            page.tag(
                    "p",
                    "There are more teams than this page can count: /api/v1/ledger?by=team,state has them all.",
                    "class",
                    "note");
        }
        page.tag(
                "p",
                "Idle is certain: nothing ran. Underused is potential: a GPU worked, and not all of the time. One is"
                        + " not added to the other. Sick GPUs and what was not seen are in neither.",
                "class",
                "faint");
    }

    private List<Head> heads() {
        var heads = new ArrayList<Head>();
        heads.add(Head.of("Team"));
        heads.add(Head.extra("Held"));
        heads.add(Head.of("Idle"));
        heads.add(Head.extra("of held"));
        heads.add(Head.extra("Change of idle"));
        heads.add(Head.of("Underused"));
        heads.add(Head.of("Used"));
        heads.add(Head.extra("Coverage"));
        if (isPriced) {
            heads.add(Head.extra("Cost"));
            heads.add(Head.of("Cost of idle"));
        }
        return heads;
    }

    private void row(Rows rows, String name, Accounts now, Accounts before, boolean isATeam) {
        rows.begin(name);
        rows.cell(hours(now.all()));
        measured(rows, State.IDLE, now, isATeam);
        rows.cell(percent(now.of(State.IDLE), now.all()));
        rows.cell(week.isComparable() ? change(now.of(State.IDLE), before.of(State.IDLE)) : "");
        measured(rows, State.UNDERUSED, now, isATeam);
        rows.cell(hours(now.of(State.USED)));
        rows.cell(Figures.coverage(now.of(State.UNOBSERVED), now.all()));
        if (isPriced) {
            rows.cost(now.cost());
            rows.cost(now.cost(State.IDLE));
        }
        rows.end();
    }

    /// With a bar beside those of other teams.
    private void measured(Rows rows, State state, Accounts accounts, boolean isATeam) {
        rows.openCell();
        page.text(hours(accounts.of(state)));
        if (isATeam) {
            Bars.meter(page, state, accounts.of(state), most);
        }
        rows.closeCell();
    }

    private static Accounts now(List<Team> teams) {
        return Accounts.sum(teams.stream().map(Team::now).toList());
    }

    private static Accounts before(List<Team> teams) {
        return Accounts.sum(teams.stream().map(Team::before).toList());
    }
}
