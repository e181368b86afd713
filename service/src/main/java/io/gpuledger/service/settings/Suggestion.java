package io.gpuledger.service.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// What somebody may have meant by a word that is not known.
public final class Suggestion {
    /// Further away than this, or half its length away, a word is another word.
    private static final int MAX_DISTANCE = 3;

    private Suggestion() {}

    /// A sentence's tail: `; did you mean X?`, or nothing.
    static String of(String unknown, Collection<String> known) {
        return nearest(unknown, known)
                .map(word -> "; did you mean " + word + "?")
                .orElse("");
    }

    /// The known word that somebody most likely meant, if one is near; the first in the alphabet of equals.
    public static Optional<String> nearest(String unknown, Collection<String> known) {
        return known.stream()
                .filter(word -> Math.abs(word.length() - unknown.length()) <= MAX_DISTANCE)
                .min(Comparator.comparingInt((String word) -> distance(unknown, word))
                        .thenComparing(Comparator.naturalOrder()))
                .filter(word -> distance(unknown, word) <= Math.min(MAX_DISTANCE, (word.length() - 1) / 2));
    }

    /// Levenshtein's: the edits of one letter that turn one word into the other.
    private static int distance(String one, String other) {
        var row = new int[other.length() + 1];
        for (var j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (var i = 1; i <= one.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.length(); j++) {
                var replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
