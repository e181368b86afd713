package io.gpuledger.analyzer.web;

import static io.gpuledger.analyzer.report.Figures.hours;
import static io.gpuledger.analyzer.report.Figures.percent;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Reports;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// A table of who held how much, and what it was: a row for each key, a column for each state that says something.
final class Breakdown {
    private static final int ROWS_MAX = 500;

    /// A row of the table: the accounts of all lines that have the same key.
    ///
    /// @param key the values of what rows are told apart by, without the state
    /// @param isSum whether it is that of all rows, which has no key
    record Row(Map<Dimension, String> key, Accounts accounts, boolean isSum) {
        String of(Dimension dimension) {
            return key.getOrDefault(dimension, "");
        }
    }

    private Breakdown() {}

    /// Returns the rows of an answer by some dimensions and the state, those that held most first.
    static List<Row> rows(LedgerAnswer answer) {
        var rows = new LinkedHashMap<Map<Dimension, String>, Accounts>();
        for (var line : answer.lines()) {
            var key = new LinkedHashMap<Dimension, String>();
            for (var dimension : line.by()) {
                if (dimension != Dimension.STATE) {
                    line.key(dimension).ifPresent(value -> key.put(dimension, value));
                }
            }
            Reports.add(rows.computeIfAbsent(key, _ -> new Accounts()), line);
        }
        return rows.entrySet().stream()
                .map(one -> new Row(one.getKey(), one.getValue(), false))
                .sorted(Comparator.comparingLong(row -> -row.accounts().all()))
                .toList();
    }

    /// Draws rows as a table.
    ///
    /// @param isWhole whether these are all rows that there are: of a part there is no sum
    /// @param names the head of each leading column, with what stands in it
    static Node table(String caption, List<Row> rows, boolean isWhole, Map<String, Function<Row, Node>> names) {
        var columns = new ArrayList<Column<Row>>();
        names.forEach((head, cell) -> columns.add(
                columns.isEmpty()
                        ? Column.of(head, row -> row.isSum() ? Node.text("all") : cell.apply(row))
                        : Column.words(head, row -> row.isSum() ? Node.NONE : cell.apply(row))));
        columns.add(Column.of("GPU-hours", row -> Node.text(hours(row.accounts().all()))));
        columns.add(Column.extra(
                "States",
                row -> Bars.states("day", "by state", state -> row.accounts().of(state))));
        columns.add(state(State.USED));
        columns.add(state(State.UNDERUSED));
        columns.add(state(State.IDLE));
        columns.add(Column.extra(
                "Idle of held",
                row -> Node.text(
                        percent(row.accounts().of(State.IDLE), row.accounts().all()))));
        columns.add(Column.extra("Other states", Breakdown::others));
        if (rows.stream().anyMatch(row -> !row.accounts().cost().isEmpty())) {
            columns.add(Column.of("Cost", row -> Sections.cost(row.accounts().cost())));
        }
        var shown = rows.stream().limit(ROWS_MAX).toList();
        var all =
                new Row(Map.of(), Accounts.sum(rows.stream().map(Row::accounts).toList()), true);
        return Node.of(
                new Grid<>("wide", caption, columns, shown, rows.size() > 1 && isWhole ? List.of(all) : List.of())
                        .node(),
                isWhole
                        ? Node.NONE
                        : Sections.note("There is more of it than this page can count: choose a shorter time, or ask"
                                + " /api/v1/ledger, page by page."),
                rows.size() > shown.size()
                        ? Sections.aside(
                                "and %,d rows more, which are part of the sums.".formatted(rows.size() - shown.size()))
                        : Node.NONE);
    }

    private static Column<Row> state(State state) {
        var name = state.word().substring(0, 1).toUpperCase(Locale.ROOT)
                + state.word().substring(1);
        return Column.of(name, row -> Node.text(hours(row.accounts().of(state))));
    }

    private static Node others(Row row) {
        return Node.of(StateOrder.ALL.stream()
                .filter(state -> state != State.USED && state != State.UNDERUSED && state != State.IDLE)
                .filter(state -> row.accounts().of(state) > 0)
                .map(state -> Element.of(
                        "div", state.word() + " " + hours(row.accounts().of(state))))
                .toList());
    }
}
