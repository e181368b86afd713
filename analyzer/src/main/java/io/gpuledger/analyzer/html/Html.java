package io.gpuledger.analyzer.html;

/// Writes nodes as HTML. Nobody else writes the bracket of a tag, and nobody else escapes.
public final class Html {
    private final StringBuilder out = new StringBuilder(16 << 10);

    private Html() {}

    /// Writes a whole page.
    public static String document(Element html) {
        return "<!DOCTYPE html>\n" + of(html) + "\n";
    }

    public static String of(Node node) {
        var html = new Html();
        html.write(node);
        return html.out.toString();
    }

    private void write(Node node) {
        switch (node) {
            case Element element -> write(element);
            case Node.Text(var text) -> escape(text);
            case Node.Fragment(var nodes) -> nodes.forEach(this::write);
            case Node.Style(var css) -> out.append("<style>\n").append(css).append("</style>");
        }
    }

    private void write(Element element) {
        out.append('<').append(element.tag());
        for (var attribute : element.attributes()) {
            out.append(' ').append(attribute.name()).append("=\"");
            escape(attribute.value());
            out.append('"');
        }
        out.append('>');
        if (!element.isVoid()) {
            element.children().forEach(this::write);
            out.append("</").append(element.tag()).append('>');
        }
    }

    private void escape(String text) {
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
    }
}
