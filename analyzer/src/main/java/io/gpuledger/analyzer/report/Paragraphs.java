package io.gpuledger.analyzer.report;

import java.util.Arrays;

/// Plain text of 78 columns. Names that others chose cannot break its lines, as control characters are replaced.
final class Paragraphs {
    static final int WIDTH = 78;

    private final StringBuilder out = new StringBuilder();

    void heading(String text) {
        if (!out.isEmpty() && !out.toString().endsWith("\n\n")) {
            gap();
        }
        var clean = clean(text);
        wrap(clean, "", "");
        line("-".repeat(Math.min(WIDTH, clean.length())));
    }

    void paragraph(String text) {
        wrap(clean(text), "", "");
        gap();
    }

    void item(String text) {
        wrap(clean(text), "- ", "  ");
    }

    void indented(String text) {
        wrap(clean(text), "    ", "    ");
    }

    /// Adds a line as it is. A line that is too long is continued in the next.
    void line(String text) {
        var left = clean(text).stripTrailing();
        while (left.length() > WIDTH) {
            out.append(left, 0, WIDTH).append('\n');
            left = "  " + left.substring(WIDTH);
        }
        out.append(left).append('\n');
    }

    void gap() {
        out.append('\n');
    }

    private void wrap(String text, String first, String others) {
        var line = new StringBuilder(first);
        for (var word : Arrays.asList(text.split(" ", -1))) {
            if (line.length() > others.length() && line.length() + word.length() > WIDTH) {
                line(line.toString());
                line = new StringBuilder(others);
            }
            line.append(word).append(' ');
        }
        line(line.toString());
    }

    private static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
