package io.gpuledger.analyzer.cluster.statemetrics;

import java.util.Optional;

/// An attribute of an object, as its origin tells it: what it is, since when, and when that was last said.
final class Known {
    /// Of a series that was said to have ended, and of one that a page lacked: since when.
    private static final long NEVER = Long.MAX_VALUE;

    private final String name;
    private String value;
    private long since;
    private long said;
    private long heard;
    private long missing = NEVER;
    private boolean isPassed;

    /// @param heard by the clock of its origin
    Known(String name, String value, long millis, long heard) {
        this.name = name;
        this.value = value;
        this.since = millis;
        this.said = millis;
        this.heard = heard;
    }

    String name() {
        return name;
    }

    String value() {
        return value;
    }

    long since() {
        return since;
    }

    long said() {
        return said;
    }

    long heard() {
        return heard;
    }

    /// Whether what it is now was passed on.
    boolean isPassed() {
        return isPassed;
    }

    void pass() {
        isPassed = true;
    }

    void unpass() {
        isPassed = false;
    }

    /// Nothing while it is not known to be missing.
    Optional<Long> missing() {
        return missing == NEVER ? Optional.empty() : Optional.of(missing);
    }

    void miss(long millis) {
        if (missing == NEVER) {
            missing = millis;
        }
    }

    /// Its series has ended, unless another says it as of then, or later.
    void end(String ofValue, long millis) {
        if (value.equals(ofValue) && millis >= said) {
            missing = millis;
        }
    }

    /// It is said to be this. Returns what is to be told of a time before now, when the word is late.
    Optional<String> hear(String text, long millis, long now) {
        if (millis < said) {
            return hearLate(text, millis);
        }
        if (!text.equals(value) && (millis > said || text.compareTo(value) > 0)) {
            value = text;
            since = millis;
            isPassed = false;
        }
        said = millis;
        heard = now;
        missing = NEVER;
        return Optional.empty();
    }

    private Optional<String> hearLate(String text, long millis) {
        if (!text.equals(value)) {
            if (millis >= since) {
                // It was something else in between, and is what it was before.
                since = said;
                isPassed = false;
            }
            return Optional.of(text);
        }
        if (millis < since) {
            since = millis;
            isPassed = false;
        }
        return Optional.empty();
    }
}
