package io.gpuledger.analyzer.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// From the role that somebody has follows what he may do.
public enum Role {
    /// A viewer reads everything, or what is of some teams.
    VIEWER,
    /// A writer sends telemetry, and reads nothing.
    WRITER,
    /// A scraper watches the analyzer itself.
    SCRAPER,
    /// An admin may do everything.
    ADMIN;

    static final List<String> WORDS = Arrays.stream(values()).map(Role::word).toList();

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Throws [IllegalArgumentException] where there is no such role.
    static Role parse(String word) {
        return Arrays.stream(values())
                .filter(role -> role.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no role is called " + word + "; there is " + String.join(", ", WORDS)));
    }

    boolean may(Right right) {
        return switch (this) {
            case VIEWER -> right == Right.READ || right == Right.SCRAPE;
            case WRITER -> right == Right.WRITE;
            case SCRAPER -> right == Right.SCRAPE;
            case ADMIN -> true;
        };
    }
}
