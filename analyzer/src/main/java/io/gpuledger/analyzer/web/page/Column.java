package io.gpuledger.analyzer.web.page;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import java.util.function.Function;

/// Declares a column of a page's table: its head, how it looks, and what stands in its cells.
///
/// @param kind a class of the style sheet, or the empty text
public record Column<R>(String head, String kind, Function<R, Node> cell) {
    public static <R> Column<R> of(String head, Function<R, Node> cell) {
        return new Column<>(head, "", cell);
    }

    /// A column that is left out where there is little room.
    public static <R> Column<R> extra(String head, Function<R, Node> cell) {
        return new Column<>(head, "more", cell);
    }

    /// A column of words and not of numbers, which is left out where there is little room.
    public static <R> Column<R> words(String head, Function<R, Node> cell) {
        return new Column<>(head, "more words", cell);
    }

    Element headed() {
        var th = Element.of("th", head).with("scope", "col");
        return kind.isEmpty() ? th : th.with("class", kind);
    }

    Element cell(R row) {
        var td = Element.of("td", cell.apply(row));
        return kind.isEmpty() ? td : td.with("class", kind);
    }

    static Element name(Node name) {
        return Element.of("th", name).with("scope", "row").with("class", "name");
    }
}
