package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.coverage;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.letter.Block.Heading;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Paragraph;
import io.gpuledger.analyzer.report.letter.Block.Remark;
import io.gpuledger.analyzer.report.letter.Block.Row;
import io.gpuledger.analyzer.report.letter.Block.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// This section ranks teams by what their idle time cost.
final class FleetTeams {
    private static final int TEAMS_MAX = 15;

    private FleetTeams() {}

    /// Amounts in several currencies are not compared: then it is time that counts.
    static List<Map.Entry<String, Accounts>> ranked(FleetStory story) {
        var isComparable = story.fleet().now().cost().size() == 1;
        var byCost = Comparator.<Map.Entry<String, Accounts>>comparingLong(
                team -> isComparable ? -cost(team.getValue()) : 0);
        return story.teams().entrySet().stream()
                .sorted(byCost.thenComparingLong(team -> -team.getValue().of(State.IDLE))
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    private static long cost(Accounts accounts) {
        return accounts.cost(State.IDLE).values().stream()
                .mapToLong(micros -> micros)
                .sum();
    }

    static List<Block> of(FleetStory story) {
        var ranked = ranked(story);
        if (ranked.isEmpty()) {
            return List.of(new Heading("Teams"), new Paragraph("No GPU was held."));
        }
        var isPriced = story.fleet().now().cost().size() == 1;
        var columns = new ArrayList<>(List.of("held", "idle", "part", "coverage"));
        if (isPriced) {
            columns.add("idle cost");
        }
        var blocks = new ArrayList<Block>();
        blocks.add(new Heading(isPriced ? "Teams, by the cost of what was idle" : "Teams, by what was idle"));
        blocks.add(new Table(
                Names.NAMES,
                "GPU-hours",
                columns,
                Set.of("held"),
                ranked.stream()
                        .limit(TEAMS_MAX)
                        .map(team -> row(team.getKey(), team.getValue(), isPriced))
                        .toList()));
        var rest = ranked.stream().skip(TEAMS_MAX).map(Map.Entry::getValue).toList();
        if (!rest.isEmpty()) {
            var sum = Accounts.sum(rest);
            blocks.add(new Paragraph("and %d more teams, which held %s GPU-hours, %s of them idle."
                    .formatted(rest.size(), hours(sum.all()), hours(sum.of(State.IDLE)))));
        }
        blocks.add(
                new Remark("The part is of what the team held. Of a team with a coverage below 90 % not enough was seen"
                        + " to blame it. What was sick is refunded, and counts as idle of nobody."));
        return blocks;
    }

    private static Row row(String name, Accounts its, boolean isPriced) {
        var cells = new ArrayList<>(List.of(
                hours(its.all()),
                hours(its.of(State.IDLE)),
                percent(its.of(State.IDLE), its.all()),
                coverage(its.of(State.UNOBSERVED), its.all())));
        if (isPriced) {
            cells.add(Words.money(its.cost(State.IDLE)));
        }
        return new Row(Plain.name(name), cells, "", false);
    }
}
