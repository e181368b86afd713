package io.gpuledger.analyzer.mail;

import java.util.regex.Pattern;

/// Makes one line, of bounded length, of a text that anybody may have written: a header ends where its line does, and
/// what follows would be another header.
final class OneLine {
    private static final int LONGEST = 200;
    /// Control and format characters (which turn the direction of writing, say), and the separators of lines.
    private static final Pattern UNFIT = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\s]+");

    private OneLine() {}

    static String of(String text) {
        var line = UNFIT.matcher(text).replaceAll(" ").strip();
        var count = line.codePointCount(0, line.length());
        return count <= LONGEST ? line : line.substring(0, line.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }
}
