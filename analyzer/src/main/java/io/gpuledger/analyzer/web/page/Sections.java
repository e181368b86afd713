package io.gpuledger.analyzer.web.page;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.Figures;
import java.util.Map;

/// The pieces that sections of pages have in common.
public final class Sections {
    private Sections() {}

    public static Node heading(Node... content) {
        return Node.of(Element.of("h2", content), Node.LINE);
    }

    public static Node heading(String text) {
        return heading(Node.text(text));
    }

    /// A paragraph that explains numbers and stands back behind them.
    public static Element aside(Node... content) {
        return Element.of("p", content).with("class", "faint");
    }

    public static Element aside(String text) {
        return aside(Node.text(text));
    }

    /// A paragraph that says what the page does not know.
    public static Element note(String text) {
        return Element.of("p", text).with("class", "note");
    }

    /// A few words that warn that a number is not settled.
    public static Element mark(String text) {
        return Element.of("span", text).with("class", "mark");
    }

    public static Element strong(String text) {
        return Element.of("strong", text);
    }

    /// Each currency has a line of its own, as they are never added up.
    public static Node cost(Map<String, Long> cost) {
        return Node.of(cost.entrySet().stream()
                .map(one -> Element.of("div", one.getKey() + " " + Figures.money(one.getValue())))
                .toList());
    }
}
