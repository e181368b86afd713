package io.gpuledger.analyzer.report;

import java.util.List;

/// Lines as RFC 4180 has them. A text that a spreadsheet would take for a formula gets an apostrophe before it, which
/// makes it a text there (https://owasp.org/www-community/attacks/CSV_Injection).
public final class Csv {
    private static final String FORMULAS = "=+-@\t\r";

    private final StringBuilder out = new StringBuilder();
    private boolean isBegun;

    /// Something that somebody else named.
    public Csv text(String text) {
        var isFormula = !text.isEmpty() && FORMULAS.indexOf(text.charAt(0)) >= 0;
        return cell(isFormula ? "'" + text : text);
    }

    /// A number, or a word of ours.
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

    /// A line of words of ours.
    public Csv head(List<String> names) {
        names.forEach(this::plain);
        return end();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
