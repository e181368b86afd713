package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.advice.Tag;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Edition.OfTeam;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.Grade;
import io.gpuledger.analyzer.report.Tags;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import io.gpuledger.analyzer.web.TeamEndpoint.Found;
import io.gpuledger.analyzer.web.page.Address;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The page at `/team` shows what a team held.
final class TeamPage {
    private TeamPage() {}

    static Node of(Found found) {
        var team = found.asked().team();
        var days = Breakdown.rows(found.byDay()).stream()
                .sorted(Comparator.comparing(row -> row.of(Dimension.DAY)))
                .toList();
        var all = Accounts.sum(days.stream().map(Breakdown.Row::accounts).toList());
        var form = found.asked().time().form("team", found.window(), Map.of("team", team));
        if (days.isEmpty()) {
            return Node.of(
                    Element.of("h1", "Team " + team),
                    form.node(),
                    Element.of("p", "This team held no GPU in this time, as far as there are books of it."));
        }
        return Node.of(
                Element.of("h1", "Team " + team),
                form.node(),
                held(all),
                Bars.states("bar", "What the team held, by state", all::of),
                StateKey.node(),
                workloads(found),
                daily(days),
                more(team, found));
    }

    private static Node held(Accounts all) {
        var cost = Figures.money(all.cost());
        var idle = Figures.money(all.cost(State.IDLE));
        return Element.of(
                        "p",
                        Sections.strong(hours(all.all())),
                        Node.text(" GPU-hours held%s: ".formatted(cost.isEmpty() ? "" : ", " + cost)),
                        Sections.strong(percent(all.of(State.USED), all.all())),
                        Node.text(" used, "),
                        Sections.strong(percent(all.of(State.IDLE), all.all())),
                        Node.text(" idle%s.".formatted(idle.isEmpty() ? "" : " (" + idle + ")")))
                .with("class", "headline");
    }

    private static Node workloads(Found found) {
        var rows = found.workloads().workloads().stream()
                .map(WorkloadFields.Row::of)
                .toList();
        return Node.of(
                Sections.heading("Workloads"),
                new Grid<>("wide", "In GPU-hours; those that held most come first.", columns(), rows, List.of()).node(),
                left(found, found.workloads().count() - rows.size()));
    }

    private static Node left(Found found, long count) {
        if (count == 0) {
            return Node.NONE;
        }
        var words = Node.text("%,d workloads more are left out. ".formatted(count));
        if (found.asked().shown() >= TeamEndpoint.MOST) {
            return Sections.aside(words);
        }
        var more = Math.min(TeamEndpoint.MOST, found.workloads().count());
        var address = found.asked()
                .time()
                .in(Address.ofTeam(found.asked().team()))
                .with(TeamEndpoint.SHOWN.name(), String.valueOf(more));
        return Sections.aside(words, address.link("Show %,d".formatted(more)));
    }

    private static List<Column<WorkloadFields.Row>> columns() {
        return List.of(
                Column.of("Workload", TeamPage::name),
                Column.words("Grade", row -> Node.text(grade(row))),
                Column.of("GPU-hours", row -> Node.text(hours(row.accounts().all()))),
                Column.extra(
                        "States",
                        row -> Bars.states(
                                "day", "by state", state -> row.accounts().of(state))),
                Column.of("Used", row -> Node.text(hours(row.accounts().of(State.USED)))),
                Column.of("Underused", row -> Node.text(hours(row.accounts().of(State.UNDERUSED)))),
                Column.of("Idle", row -> Node.text(hours(row.accounts().of(State.IDLE)))),
                Column.extra(
                        "Idle runs",
                        row -> Node.text(row.told()
                                .usage()
                                .map(usage -> String.valueOf(usage.idleRuns()))
                                .orElse(""))),
                Column.extra(
                        "Memory at most",
                        row -> Node.text(
                                row.told().usage().map(TeamPage::memory).orElse(""))),
                Column.extra("Cost", row -> Sections.cost(row.accounts().cost())));
    }

    private static Node name(WorkloadFields.Row row) {
        var named = row.told().named();
        return Node.of(
                Address.ofWorkload(named.id()).link(named.kind() + "/" + named.name()),
                Element.of("div", named.cluster() + ", " + named.namespace()).with("class", "faint"));
    }

    static String grade(WorkloadFields.Row row) {
        var letter = row.told()
                .usage()
                .flatMap(Grade::of)
                .map(grade -> grade.letter().name() + " ")
                .orElse("");
        var tags = row.told().usage().map(Tags::of).orElse(List.of()).stream()
                .map(Tag::word)
                .toList();
        return letter + String.join(", ", tags);
    }

    static String memory(WorkloadUsage usage) {
        var peak = usage.memoryPeak();
        var total = usage.memoryTotal();
        return peak.isEmpty() || total.isEmpty() || total.getAsLong() == 0
                ? ""
                : percent(peak.getAsLong(), total.getAsLong());
    }

    private static Node daily(List<Breakdown.Row> days) {
        return Node.of(
                Sections.heading("Day by day"),
                Breakdown.table(
                        "GPU-hours of each day, in UTC.",
                        days,
                        true,
                        Map.of("Day", row -> Node.text(Period.day(LocalDate.parse(row.of(Dimension.DAY)))))));
    }

    private static Node more(String team, Found found) {
        var week = Week.before(Instant.ofEpochMilli(found.window().to()));
        return Sections.aside(
                Address.of("reports/%s/%s".formatted(EditionPath.of(new OfTeam(team)), week))
                        .link("The letter of " + week),
                Node.text(", "),
                Address.of("api/v1/workloads").with("team", team).link("all of this as data"),
                Node.text(", "),
                Address.of("fleet").with("team", team).link("its GPUs now"),
                Node.text("."));
    }
}
