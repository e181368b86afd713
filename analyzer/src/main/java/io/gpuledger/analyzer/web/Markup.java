package io.gpuledger.analyzer.web;

import java.util.regex.Pattern;

/// HTML that grows at its end. Texts and the values of attributes are escaped, whatever they are; names of tags and
/// attributes are ours.
final class Markup {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*");

    private final StringBuilder out = new StringBuilder(16 << 10);

    /// @param attributes names and values by turns
    Markup open(String tag, String... attributes) {
        out.append('<').append(name(tag));
        for (var i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(name(attributes[i])).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
        out.append('>');
        return this;
    }

    Markup close(String tag) {
        out.append("</").append(name(tag)).append('>');
        return this;
    }

    Markup text(String text) {
        escape(text);
        return this;
    }

    /// A tag with a text in it.
    Markup tag(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /// The page's own style sheet, which has nothing to escape and must not be.
    Markup style(String css) {
        if (css.contains("</")) {
            throw new IllegalArgumentException("a style sheet that ends its tag");
        }
        out.append("<style>\n").append(css).append("</style>");
        return this;
    }

    Markup line() {
        out.append('\n');
        return this;
    }

    private static String name(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(name + " is no name of a tag or attribute");
        }
        return name;
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

    @Override
    public String toString() {
        return "<!DOCTYPE html>\n" + out;
    }
}
