package io.gpuledger.exporter.top.screen;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A key that somebody pressed.
public sealed interface Key {
    record Letter(char letter) implements Key {}

    enum Named implements Key {
        UP,
        DOWN,
        PAGE_UP,
        PAGE_DOWN,
        HOME,
        END,
        ENTER,
        ESCAPE,
        BACKSPACE
    }

    /// What terminals send behind ESC for a key without a letter.
    Map<String, Named> SEQUENCES = Map.ofEntries(
            Map.entry("[A", Named.UP),
            Map.entry("OA", Named.UP),
            Map.entry("[B", Named.DOWN),
            Map.entry("OB", Named.DOWN),
            Map.entry("[5~", Named.PAGE_UP),
            Map.entry("[6~", Named.PAGE_DOWN),
            Map.entry("[H", Named.HOME),
            Map.entry("OH", Named.HOME),
            Map.entry("[1~", Named.HOME),
            Map.entry("[F", Named.END),
            Map.entry("OF", Named.END),
            Map.entry("[4~", Named.END));

    /// What a terminal sent at once. A sequence that means nothing here is no key.
    static List<Key> of(String sent) {
        var keys = new ArrayList<Key>();
        for (var at = 0; at < sent.length(); at++) {
            var c = sent.charAt(at);
            switch (c) {
                case '\u001b' -> {
                    var sequence = sequence(sent, at + 1);
                    if (sequence.isEmpty()) {
                        keys.add(Named.ESCAPE);
                    } else if (SEQUENCES.containsKey(sequence)) {
                        keys.add(SEQUENCES.get(sequence));
                    }
                    at += sequence.length();
                }
                case '\r', '\n' -> keys.add(Named.ENTER);
                case '\b', '\u007f' -> keys.add(Named.BACKSPACE);
                default -> {
                    if (c >= ' ' && c <= '~') {
                        keys.add(new Letter(c));
                    }
                }
            }
        }
        return keys;
    }

    /// `[`, parameters and a final letter; or `O` and a letter.
    private static String sequence(String sent, int from) {
        if (from >= sent.length() || (sent.charAt(from) != '[' && sent.charAt(from) != 'O')) {
            return "";
        }
        var end = from + 1;
        while (end < sent.length() && sent.charAt(end) < '@') {
            end++;
        }
        return sent.substring(from, Math.min(sent.length(), end + 1));
    }
}
