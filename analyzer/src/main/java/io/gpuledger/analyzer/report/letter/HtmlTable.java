package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.letter.Block.Names;
import io.gpuledger.analyzer.report.letter.Block.Row;
import io.gpuledger.analyzer.report.letter.Block.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Writes a table of numbers as HTML. A name that has a line of its own leaves all the room that a telephone
/// has to its numbers.
final class HtmlTable {
    private final Table table;

    private HtmlTable(Table table) {
        this.table = table;
    }

    static Node of(Table table) {
        return new HtmlTable(table).node();
    }

    private Node node() {
        var rows = new ArrayList<Node>();
        rows.add(Element.of("tr", heads()));
        for (var row : table.rows()) {
            rows.add(Node.LINE);
            rows.add(table.names() == Names.ABOVE && !row.isSum() ? stacked(row) : plain(row));
        }
        return Style.TABLE.on(Element.of("table", rows)
                .with("width", "100%")
                .with("cellpadding", "0")
                .with("cellspacing", "0")
                .with("border", "0"));
    }

    private List<Element> heads() {
        return with(
                Style.HEAD_NAME.on(head(table.first())),
                IntStream.range(0, table.columns().size())
                        .mapToObj(at ->
                                styled(at, Style.HEAD, head(table.columns().get(at)))));
    }

    private static Element head(String name) {
        return LetterHtml.text("th", name).with("scope", "col");
    }

    private Element styled(int column, Style style, Element cell) {
        return table.spare().contains(table.columns().get(column)) ? style.onSpare(cell) : style.on(cell);
    }

    private Node plain(Row row) {
        var name = LetterHtml.text("th", row.name()).with("scope", "row");
        if (row.isSum()) {
            return line(Style.SUM_NAME.on(name), row, Style.SUM);
        }
        if (!row.note().isEmpty()) {
            return Node.of(line(Style.UPPER_NAME.on(name), row, Style.UPPER_CELL), Node.LINE, note(row));
        }
        return line((table.names() == Names.WORDS ? Style.WORD : Style.NAME).on(name), row, Style.CELL);
    }

    private Node stacked(Row row) {
        var name = Style.APART.on(wide(row, LetterHtml.text("th", row.name())).with("scope", "rowgroup"));
        return Node.of(
                Element.of("tr", name), Node.LINE, line(Element.of("td"), row, Style.UPPER), Node.LINE, note(row));
    }

    private Element line(Element name, Row row, Style style) {
        return Element.of(
                "tr",
                with(
                        name,
                        IntStream.range(0, row.cells().size())
                                .mapToObj(at -> styled(
                                        at,
                                        style,
                                        LetterHtml.text("td", row.cells().get(at))))));
    }

    private static Element note(Row row) {
        return Element.of("tr", Style.NOTE.on(wide(row, LetterHtml.text("td", row.note()))));
    }

    private static Element wide(Row row, Element cell) {
        return cell.with("colspan", String.valueOf(row.cells().size() + 1));
    }

    private static List<Element> with(Element first, Stream<Element> others) {
        return Stream.concat(Stream.of(first), others).toList();
    }
}
