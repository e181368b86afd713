package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.FleetWeek.Cause;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.ArrayList;
import java.util.List;

/// This section says for which reasons time was of no use.
final class CausesSection {
    private static final int CAUSES_MAX = 12;

    private CausesSection() {}

    static Node of(FleetWeek week) {
        if (week.causes().isEmpty()) {
            return Node.NONE;
        }
        var shown = week.causes().stream().limit(CAUSES_MAX).toList();
        var more = week.causes().size() - shown.size();
        return Node.of(
                Sections.heading("Why it was of no use"),
                new Grid<>("wide", "States that have a cause.", columns(week), shown, List.of()).node(),
                more > 0 ? Sections.aside("and %d more: /api/v1/ledger?by=state,cause".formatted(more)) : Node.NONE);
    }

    private static List<Column<Cause>> columns(FleetWeek week) {
        var columns = new ArrayList<>(List.of(
                Column.of(
                        "State and cause",
                        (Cause cause) -> Bars.named(cause.state(), cause.state().word() + ": " + cause.name())),
                Column.of("GPU-hours", (Cause cause) -> Node.text(hours(cause.millis()))),
                Column.of("GPUs", (Cause cause) -> Node.text(week.gpus(cause.millis())))));
        if (week.causes().stream().anyMatch(cause -> !cause.cost().isEmpty())) {
            columns.add(Column.extra("Cost", cause -> Sections.cost(cause.cost())));
        }
        columns.add(Column.words("Meaning", cause -> Node.text(CauseWords.meaning(cause.state(), cause.name()))));
        return columns;
    }
}
