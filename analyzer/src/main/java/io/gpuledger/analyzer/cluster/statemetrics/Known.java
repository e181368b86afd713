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
    private boolean wasNow;
    private boolean isEndPassed;

    Known(String name, String value, long millis, Pulse pulse) {
        this.name = name;
        this.value = value;
        this.since = millis;
        this.said = millis;
        this.heard = pulse.heard();
        this.wasNow = pulse.isNow(millis);
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

    /// Whether it was ever said as of about the present. What was said of the past alone, by who sends that again, may
    /// have been said for long after that.
    boolean wasNow() {
        return wasNow;
    }

    /// Whether it was said to have ended, and not as of then or later that it is so.
    boolean hasEnded() {
        return missing != NEVER && missing > said;
    }

    boolean isEndPassed() {
        return isEndPassed;
    }

    void passEnd() {
        isEndPassed = true;
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
    Optional<String> hear(String text, long millis, Pulse pulse) {
        if (millis < said) {
            return hearLate(text, millis);
        }
        if (isEndPassed && millis >= missing) {
            resume();
        }
        if (!text.equals(value) && (millis > said || text.compareTo(value) > 0)) {
            value = text;
            since = millis;
            isPassed = false;
        }
        said = millis;
        heard = pulse.heard();
        wasNow |= pulse.isNow(millis);
        if (!isEndPassed) {
            missing = NEVER;
        }
        return Optional.empty();
    }

    /// It has not ended after all: that is taken back as of the same instant.
    private void resume() {
        isEndPassed = false;
        isPassed = false;
        since = missing;
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
