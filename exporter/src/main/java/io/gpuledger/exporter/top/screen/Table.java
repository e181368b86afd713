package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Holder;
import io.gpuledger.exporter.top.node.Node;
import io.gpuledger.exporter.top.node.Place;
import io.gpuledger.exporter.top.node.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The table of a node's units, or the part of it that there is room for.
final class Table {
    private static final String CURSOR = ">";
    private static final String NO_CURSOR = " ";

    private final Node node;
    private final List<Row> rows;
    private final Columns columns;
    private final Names names;

    private Table(Node node, View view, int width, Columns columns) {
        this.node = node;
        this.rows = Rows.of(node, view, width - CURSOR.length());
        this.columns = columns;
        this.names = new Names(node, columns.holderWidth());
    }

    /// As wide as there is room for.
    static Table within(Node node, View view, int width) {
        return new Table(node, view, width, Columns.within(node, width - CURSOR.length()));
    }

    /// With the columns that fit into this width, and wider where names would be cut.
    static Table uncut(Node node, View view, int width) {
        return new Table(
                node, view, width, Columns.within(node, width - CURSOR.length()).uncut(node));
    }

    List<Line> all() {
        return lines(rows, Optional.empty());
    }

    /// The rows around the selected one.
    List<Line> around(Optional<Place> selected, int room) {
        var at = IntStream.range(0, rows.size())
                .filter(row -> isOf(rows.get(row), selected))
                .findFirst()
                .orElse(0);
        var first = Math.clamp((long) at - room / 2, 0, Math.max(0, rows.size() - room));
        return lines(rows.subList(first, Math.min(rows.size(), first + Math.max(0, room))), selected);
    }

    private static boolean isOf(Row row, Optional<Place> selected) {
        return row instanceof Row.OfUnit(Unit unit)
                && selected.filter(unit.place()::equals).isPresent();
    }

    private List<Line> lines(List<Row> some, Optional<Place> selected) {
        var lines = new ArrayList<Line>();
        lines.add(columns.heading(NO_CURSOR));
        for (var row : some) {
            lines.add(Line.of(isOf(row, selected) ? CURSOR : NO_CURSOR, Style.STRONG)
                    .and(line(row)));
        }
        if (rows.isEmpty()) {
            lines.add(Line.of(node.gpus().isEmpty() ? " No GPU is there." : " No holder's name fits.", Style.DIM));
        }
        return lines;
    }

    private Line line(Row row) {
        return switch (row) {
            case Row.OfUnit(Unit unit) -> columns.of(unit, names.of(unit));
            case Row.OfHolder(Unit unit, Holder holder) -> columns.of(unit, holder, names.of(holder));
            case Row.OfTroubles(Line text) -> text;
        };
    }
}
