package io.gpuledger.analyzer.report.letter;

import java.util.Arrays;

/// Plain text of 78 columns. Names that others chose cannot break its lines.
final class Paragraphs {
    static final int WIDTH = 78;

    private final StringBuilder out = new StringBuilder();

    void heading(String text) {
        separate();
        var clean = Plain.line(text);
        wrap(clean, "", "");
        line("-".repeat(Math.min(WIDTH, clean.length())));
    }

    /// Ends what stands there with an empty line, where it does not end with one.
    void separate() {
        if (!out.isEmpty() && !out.toString().endsWith("\n\n")) {
            gap();
        }
    }

    void paragraph(String text) {
        wrap(Plain.line(text), "", "");
        gap();
    }

    void item(String text) {
        wrap(Plain.line(text), "- ", "  ");
    }

    void indented(String text) {
        wrap(Plain.line(text), "    ", "    ");
    }

    /// Adds a line as it is. A line that is too long is continued in the next.
    void line(String text) {
        var left = Plain.line(text).stripTrailing();
        while (left.length() > WIDTH) {
            out.append(left, 0, WIDTH).append('\n');
            left = "  " + left.substring(WIDTH);
        }
        out.append(left).append('\n');
    }

    /// Adds what is to be copied. Its lines are never broken, however long they are: a command that is broken
    /// is another one.
    void code(String text) {
        Plain.lines(text)
                .lines()
                .forEach(line -> out.append("    ").append(line).append('\n'));
    }

    void gap() {
        out.append('\n');
    }

    /// A sign of per cent stays with its number.
    private void wrap(String text, String first, String others) {
        var line = new StringBuilder(first);
        for (var word : Arrays.asList(text.split(" (?!%)", -1))) {
            if (line.length() > others.length() && line.length() + word.length() > WIDTH) {
                line(line.toString());
                line = new StringBuilder(others);
            }
            line.append(word).append(' ');
        }
        line(line.toString());
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
