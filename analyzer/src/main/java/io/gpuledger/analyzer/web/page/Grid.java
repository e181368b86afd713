package io.gpuledger.analyzer.web.page;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import java.util.List;
import java.util.stream.Stream;

/// A table that can be read aloud: it has a caption, and each of its heads says what it is the head of.
///
/// @param kind a class of the style sheet that says how wide it may be
/// @param columns what the first says is the head of each row
/// @param foot rows of sums, below the others
public record Grid<R>(String kind, String caption, List<Column<R>> columns, List<R> body, List<R> foot) {
    public Grid {
        columns = List.copyOf(columns);
        body = List.copyOf(body);
        foot = List.copyOf(foot);
    }

    public Node node() {
        var heads = Element.of("tr", columns.stream().map(Column::headed).toList());
        var rows = Element.of("tbody", rows(body));
        var sums = foot.isEmpty() ? Node.NONE : Node.of(Node.LINE, Element.of("tfoot", rows(foot)));
        var table =
                Element.of("table", Element.of("caption", caption), Element.of("thead", heads), Node.LINE, rows, sums);
        return Node.of(
                Element.of("div", table)
                        .with("class", kind)
                        .with("role", "region")
                        .with("aria-label", caption)
                        .with("tabindex", "0"),
                Node.LINE);
    }

    private List<Node> rows(List<R> rows) {
        return rows.stream().map(row -> Node.of(Node.LINE, row(row))).toList();
    }

    private Element row(R row) {
        var name = Column.name(columns.getFirst().cell().apply(row));
        var cells = columns.stream().skip(1).map(column -> column.cell(row));
        return Element.of("tr", Stream.concat(Stream.of(name), cells).toList());
    }
}
