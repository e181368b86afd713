package io.gpuledger.analyzer.report;

import java.util.List;

/// Writes lines as RFC 4180 defines them. A text that a spreadsheet would take for a formula gets an apostrophe in
/// front of it, which makes it a text there (https://owasp.org/www-community/attacks/CSV_Injection).
public final class Csv {
    private static final String FORMULAS = "=+-@\t\r";

    private final StringBuilder out = new StringBuilder();
    private boolean isBegun;

    /// Adds a cell with a text that somebody else chose, which may look like a formula.
    public Csv text(String text) {
        var isFormula = !text.isEmpty() && FORMULAS.indexOf(text.charAt(0)) >= 0;
        return cell(isFormula ? "'" + text : text);
    }

    /// Adds a cell with a number, or with a word of our own.
    public Csv plain(Object value) {
        return cell(value.toString());
    }

    private Csv cell(String text) {
        if (isBegun) {
            out.append(',');
        }
        isBegun = true;
        var isQuoted = text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        out.append(isQuoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
        return this;
    }

    public Csv end() {
        out.append("\r\n");
        isBegun = false;
        return this;
    }

    /// Adds a line of words of our own.
    public Csv head(List<String> names) {
        names.forEach(this::plain);
        return end();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
