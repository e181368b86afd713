package io.gpuledger.analyzer.health;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How soon somebody has to act on a finding.
public enum Severity {
    /// Somebody is paged now.
    CRITICAL,
    /// Somebody looks today.
    WARNING,
    /// It is there for whoever looks.
    INFO;

    private final String word = name().toLowerCase(Locale.ROOT);

    /// Returns the severity that is called so, if any is.
    public static Optional<Severity> ofWord(String word) {
        return Arrays.stream(values())
                .filter(severity -> severity.word.equals(word))
                .findFirst();
    }

    /// Returns its name in the database, in answers and in metrics.
    public String word() {
        return word;
    }
}
