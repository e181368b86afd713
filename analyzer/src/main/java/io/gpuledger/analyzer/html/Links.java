package io.gpuledger.analyzer.html;

import io.gpuledger.analyzer.html.Element.Attribute;
import java.util.List;
import java.util.function.Predicate;

/// Takes links out of what is shown, and leaves their words.
public record Links(Predicate<String> isKept) {
    private static final String ADDRESS = "href";

    /// Returns the same with those links only whose addresses are kept.
    public Node in(Node node) {
        return switch (node) {
            case Node.Fragment(var nodes) -> new Node.Fragment(in(nodes));
            case Element element -> in(element);
            case Node.Text text -> text;
            case Node.Style style -> style;
        };
    }

    private Node in(Element element) {
        var isLink = element.tag().equals("a");
        return isLink && element.attributes().stream().anyMatch(this::isTakenOut)
                ? Node.of(element.children())
                : new Element(element.tag(), element.attributes(), in(element.children()));
    }

    private List<Node> in(List<Node> nodes) {
        return nodes.stream().map(this::in).toList();
    }

    private boolean isTakenOut(Attribute attribute) {
        return attribute.name().equals(ADDRESS) && !isKept.test(attribute.value());
    }
}
