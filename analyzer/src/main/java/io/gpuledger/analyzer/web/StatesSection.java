package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.change;
import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.tenths;

import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.report.Shares;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// This section says in which states the time of all GPUs was.
final class StatesSection {
    private record Row(
            Node name, String hours, String part, long now, long before, Map<String, Long> cost, String meaning) {}

    private StatesSection() {}

    static Node of(FleetWeek week) {
        var unpriced = week.now().unpriced();
        return Node.of(
                Sections.heading("Where the time of all GPUs went"),
                Bars.states("bar", "Parts of capacity by state; the table below has the numbers", week.now()::of),
                table(week),
                isPriced(week) && unpriced > 0
                        ? Sections.aside("%s GPU-hours have no price.".formatted(hours(unpriced)))
                        : Node.NONE);
    }

    private static boolean isPriced(FleetWeek week) {
        return !week.now().cost().isEmpty();
    }

    private static Node table(FleetWeek week) {
        var caption = "Every GPU-second is in one state; together they are the capacity."
                + (week.isComparable() ? " Change is to the time before." : "");
        return new Grid<>("wide", caption, columns(week), rows(week), List.of(capacity(week))).node();
    }

    private static List<Column<Row>> columns(FleetWeek week) {
        var columns = new ArrayList<Column<Row>>(List.of(
                Column.of("State", Row::name),
                Column.of("GPU-hours", row -> Node.text(row.hours())),
                Column.of("Part", row -> Node.text(row.part())),
                Column.of("GPUs", row -> Node.text(week.gpus(row.now()))),
                Column.extra(
                        "Change",
                        row -> week.isComparable() ? Node.text(change(row.now(), row.before())) : Node.NONE)));
        if (isPriced(week)) {
            columns.add(Column.extra("Cost", row -> Sections.cost(row.cost())));
        }
        columns.add(Column.words("Meaning", row -> Node.text(row.meaning())));
        return columns;
    }

    /// They are rounded together, so that what is shown of each adds up to what is shown of all.
    private static List<Row> rows(FleetWeek week) {
        var parts = StateOrder.ALL.stream().mapToLong(week.now()::of).toArray();
        var tenths = Shares.of(parts, Figures.TENTH_OF_HOUR);
        var thousandths = Shares.thousandths(parts);
        var rows = new ArrayList<Row>();
        for (var i = 0; i < parts.length; i++) {
            rows.add(row(week, StateOrder.ALL.get(i), tenths[i], thousandths[i]));
        }
        return rows;
    }

    private static Row row(FleetWeek week, State state, long tenths, long thousandths) {
        return new Row(
                Bars.named(state, state.word()),
                tenths(tenths),
                tenths(thousandths) + " %",
                week.now().of(state),
                week.before().of(state),
                week.now().cost(state),
                States.meaning(state));
    }

    private static Row capacity(FleetWeek week) {
        var all = week.now().all();
        return new Row(
                Node.text("capacity"),
                hours(all),
                "100.0 %",
                all,
                week.before().all(),
                week.now().cost(),
                "");
    }
}
