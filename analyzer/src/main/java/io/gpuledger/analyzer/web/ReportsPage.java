package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Edition.OfFleet;
import io.gpuledger.analyzer.report.Edition.OfTeam;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.report.letter.BookLetters.Standing;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.Comparator;
import java.util.List;

/// The page at `/reports` lists the letters of a week, and who gets none.
final class ReportsPage {
    private static final int TEAMS_MAX = 1_000;

    private ReportsPage() {}

    /// @param hasFleet whether the letter of the fleet is shown too
    static Node of(Week week, List<Week> weeks, List<Standing> standings, boolean hasFleet) {
        return Node.of(
                Sections.heading("Letters of %s, Monday %s to Sunday %s".formatted(week, week.monday(), week.sunday())),
                standings.isEmpty()
                        ? Element.of("p", "No team held a GPU in this week, as far as there are books of it.")
                        : letters(week, standings, hasFleet),
                Sections.heading("Other weeks"),
                weeks.isEmpty() ? Element.of("p", "The books have no week that is over.") : links(weeks));
    }

    private static Node letters(Week week, List<Standing> standings, boolean hasFleet) {
        var shown = standings.stream()
                .sorted(Comparator.comparingLong(standing -> -standing.held().of(State.IDLE)))
                .limit(TEAMS_MAX)
                .toList();
        var more = standings.size() - shown.size();
        return Node.of(
                hasFleet
                        ? Element.of(
                                "p",
                                Node.text("For the platform team: "),
                                link(new OfFleet(), week, "the letter of the fleet"),
                                Node.text("."))
                        : Node.NONE,
                new Grid<>(
                                "wide",
                                "Teams in GPU-hours, those that were idle for longest first.",
                                columns(week),
                                shown,
                                List.of())
                        .node(),
                more > 0 ? Sections.aside("and %d more teams".formatted(more)) : Node.NONE);
    }

    private static List<Column<Standing>> columns(Week week) {
        return List.of(
                Column.of("Team", standing -> link(new OfTeam(standing.team()), week, standing.team())),
                Column.of("Held", standing -> Node.text(hours(standing.held().all()))),
                Column.of("Idle", standing -> Node.text(hours(standing.held().of(State.IDLE)))),
                Column.extra(
                        "Cost of idle",
                        standing -> Sections.cost(standing.held().cost(State.IDLE))),
                new Column<>(
                        "Letter",
                        "words",
                        standing -> Node.text(
                                standing.whyNone().map(why -> "none: " + why).orElse("yes"))));
    }

    private static Element link(Edition edition, Week week, String words) {
        return Element.of("a", words).with("href", "reports/%s/%s".formatted(EditionPath.of(edition), week));
    }

    private static Node links(List<Week> weeks) {
        return Element.of(
                "p",
                weeks.stream()
                        .map(week -> Node.of(
                                Element.of("a", week.toString()).with("href", "reports?week=" + week), Node.text(" ")))
                        .toList());
    }
}
