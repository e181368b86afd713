package io.gpuledger.analyzer.report.letter;

import java.util.regex.Pattern;

/// Makes texts harmless that others chose. Characters that show nothing, that break lines, or that turn the
/// direction of what stands behind them become question marks, so that a name cannot look like another one or
/// like more than a name.
final class Plain {
    private static final int NAME_MAX = 120;
    private static final Pattern HIDDEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}]");

    private Plain() {}

    /// Returns a text as one line.
    static String line(String text) {
        return HIDDEN.matcher(text).replaceAll("?");
    }

    /// Returns a name as one line that is not too long. Of a long one the middle is left out, as names mostly
    /// differ at their ends.
    static String name(String name) {
        var line = line(name);
        if (line.codePointCount(0, line.length()) <= NAME_MAX) {
            return line;
        }
        var head = line.offsetByCodePoints(0, NAME_MAX / 2);
        var tail = line.offsetByCodePoints(line.length(), 1 - NAME_MAX / 2);
        return line.substring(0, head) + "…" + line.substring(tail);
    }

    /// Returns a text that is to be copied, with its line ends.
    static String lines(String text) {
        return text.lines()
                .map(Plain::line)
                .reduce((all, line) -> all + "\n" + line)
                .orElse("");
    }
}
