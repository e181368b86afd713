package io.gpuledger.analyzer.html;

import java.util.List;

/// A part of a page, as a value.
public sealed interface Node permits Element, Node.Text, Node.Fragment, Node.Style {
    /// Shows nothing, where something might have been.
    Node NONE = new Fragment(List.of());

    /// Ends a line of the source, for who reads that, and shows nothing.
    Node LINE = new Text("\n");

    /// A text that is shown as it is, whatever it says, and never becomes markup.
    record Text(String text) implements Node {}

    /// Nodes that follow each other.
    record Fragment(List<Node> nodes) implements Node {
        public Fragment {
            nodes = List.copyOf(nodes);
        }
    }

    /// A style sheet of this project. It is not escaped, as browsers do not undo that in a style sheet, so it must not
    /// contain the end of its element.
    record Style(String css) implements Node {
        public Style {
            if (css.contains("</")) {
                throw new IllegalArgumentException("a style sheet that ends its element");
            }
        }
    }

    static Node text(String text) {
        return new Text(text);
    }

    static Node of(Node... nodes) {
        return new Fragment(List.of(nodes));
    }

    static Node of(List<? extends Node> nodes) {
        return new Fragment(List.copyOf(nodes));
    }
}
