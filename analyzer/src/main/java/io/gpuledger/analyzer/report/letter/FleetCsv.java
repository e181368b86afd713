package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Csv;
import io.gpuledger.analyzer.report.StateOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A week of the fleet as a table: it has a line for each team, and one without a team for what nobody held.
/// Together they are the capacity. Numbers are exact, and not rounded for people.
final class FleetCsv {
    private FleetCsv() {}

    static String of(FleetStory story) {
        var currencies = List.copyOf(story.fleet().now().cost().keySet());
        var csv = new Csv().head(head(currencies));
        FleetTeams.ranked(story).forEach(team -> line(csv, story, team.getKey(), team.getValue(), currencies));
        line(csv, story, "", story.nobody(), currencies);
        return csv.toString();
    }

    private static List<String> head(List<String> currencies) {
        var head = new ArrayList<>(List.of("week", "team", "gpu_seconds"));
        StateOrder.ALL.forEach(state -> head.add(state.word() + "_seconds"));
        head.add("unpriced_seconds");
        currencies.forEach(currency -> {
            head.add("cost_" + currency.toLowerCase(Locale.ROOT));
            head.add("idle_cost_" + currency.toLowerCase(Locale.ROOT));
        });
        return head;
    }

    private static void line(Csv csv, FleetStory story, String team, Accounts its, List<String> currencies) {
        csv.plain(story.week()).text(team).plain(TeamCsv.seconds(its.all()));
        StateOrder.ALL.forEach(state -> csv.plain(TeamCsv.seconds(its.of(state))));
        csv.plain(TeamCsv.seconds(its.unpriced()));
        currencies.forEach(currency ->
                csv.plain(TeamCsv.amount(its.cost(), currency)).plain(TeamCsv.amount(its.cost(State.IDLE), currency)));
        csv.end();
    }
}
