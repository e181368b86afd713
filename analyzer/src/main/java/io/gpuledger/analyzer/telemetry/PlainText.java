package io.gpuledger.analyzer.telemetry;

import java.util.regex.Pattern;

/// What names and values may be made of: all but control characters. PostgreSQL keeps no NUL, and whoever reads a name
/// at a terminal would obey the others. Ends of lines and tabs are no such thing: annotations have them.
public final class PlainText {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\r\\t]]");

    private PlainText() {}

    public static boolean is(String text) {
        for (var i = 0; i < text.length(); i++) {
            var character = text.charAt(i);
            if (character < ' ' || character > '~') {
                return !CONTROL.matcher(text).find();
            }
        }
        return true;
    }
}
