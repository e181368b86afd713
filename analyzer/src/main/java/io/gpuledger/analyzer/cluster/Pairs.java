package io.gpuledger.analyzer.cluster;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes labels or annotations as one text: a JSON object of strings, sorted by name, so that the same ones make the
/// same text.
public final class Pairs {
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-f]{4})|(.))");

    /// It is so many characters from the last quotation mark of a name to the first one of its value.
    private static final int BETWEEN = 2;

    private Pairs() {}

    public static String text(Map<String, String> pairs) {
        var text = new StringBuilder("{");
        new TreeMap<>(pairs).forEach((name, value) -> {
            quote(name, text.append(text.length() > 1 ? "," : ""));
            quote(value, text.append(':'));
        });
        return text.append('}').toString();
    }

    private static void quote(String word, StringBuilder text) {
        text.append('"');
        word.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
            } else if (c < ' ') {
                text.append("\\u%04x".formatted(c));
            } else {
                text.append((char) c);
            }
        });
        text.append('"');
    }

    /// Reads back what [#text] wrote. It is read of each node and pod for each page, so without a pattern, which takes
    /// seven times as long.
    public static SortedMap<String, String> of(String text) {
        var pairs = new TreeMap<String, String>();
        var name = text.indexOf('"');
        while (name >= 0) {
            var value = end(text, name) + BETWEEN;
            var end = end(text, value);
            if (end >= text.length()) {
                // The last pair is cut off.
                return pairs;
            }
            pairs.put(plain(text.substring(name + 1, value - BETWEEN)), plain(text.substring(value + 1, end)));
            name = text.indexOf('"', end + 1);
        }
        return pairs;
    }

    /// Returns where the word ends whose first quotation mark stands there.
    private static int end(String text, int quote) {
        var end = quote + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return end;
    }

    private static String plain(String quoted) {
        return quoted.indexOf('\\') < 0
                ? quoted
                : ESCAPE.matcher(quoted)
                        .replaceAll(escape -> Matcher.quoteReplacement(
                                escape.group(2) != null && !escape.group(2).isEmpty()
                                        ? escape.group(2)
                                        : String.valueOf((char) Integer.parseInt(escape.group(1), 16))));
    }
}
