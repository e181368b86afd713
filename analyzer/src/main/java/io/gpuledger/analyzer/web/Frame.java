package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Html;
import io.gpuledger.analyzer.html.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// Makes a page of its sections. A page loads nothing else: its style sheet is in it.
///
/// @param links where the foot of the page leads to, in that order
record Frame(List<Link> links) {
    private static final String NAME = "gpu-ledger";
    private static final String PURPOSE = "where GPU time goes";
    private static final Node HEAD = head();
    private static final Node HEADER = Element.of(
            "header", Element.of("h1", NAME), Element.of("p", PURPOSE).with("class", "faint"));

    Frame {
        links = List.copyOf(links);
    }

    String around(Node sections) {
        var body = Element.of("body", Node.LINE, HEADER, Node.LINE, Element.of("main", sections), Node.LINE, footer());
        return Html.document(Element.of("html", HEAD, Node.LINE, body).with("lang", "en"));
    }

    private static Node head() {
        var charset = Element.of("meta").with("charset", "utf-8");
        var viewport =
                Element.of("meta").with("name", "viewport").with("content", "width=device-width, initial-scale=1");
        var title = Element.of("title", NAME + ": " + PURPOSE);
        return Element.of("head", Node.LINE, charset, viewport, title, Node.LINE, new Node.Style(css()));
    }

    private static String css() {
        try (var file = Objects.requireNonNull(Frame.class.getResourceAsStream("page.css"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Node footer() {
        var items = links.stream().map(link -> Node.of(Node.LINE, item(link))).toList();
        return Element.of("footer", Element.of("ul", items));
    }

    private static Element item(Link link) {
        var a = Element.of("a", link.path()).with("href", link.path());
        return Element.of("li", a, Node.text(" " + link.purpose()));
    }
}
