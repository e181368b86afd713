package io.gpuledger.analyzer.cluster;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes labels or annotations as one text: a JSON object of strings, sorted by name, so that the same ones make the
/// same text.
public final class Pairs {
    private static final Pattern PAIR = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\":\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-f]{4})|(.))");

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

    /// Reads back what [#text] wrote.
    public static SortedMap<String, String> of(String text) {
        var pairs = new TreeMap<String, String>();
        var matcher = PAIR.matcher(text);
        while (matcher.find()) {
            pairs.put(plain(matcher.group(1)), plain(matcher.group(2)));
        }
        return pairs;
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
