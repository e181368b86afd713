package io.gpuledger.analyzer.cluster.statemetrics;

import java.util.Optional;

/// An attribute of an object, as its origin tells it: what it is, since when, and when that was last said.
final class AttributeState {
    /// This stands for the instant since which a series is missing, while it is not.
    private static final long NEVER = Long.MAX_VALUE;

    private final String name;
    private String value;
    private long since;
    /// The other value that it had before was told to be so since then, or long ago.
    private long sinceBefore = Long.MIN_VALUE;
    private long said;
    private long active;
    private long missing = NEVER;
    private boolean isPassed;
    private boolean wasNow;
    private boolean isEndPassed;

    AttributeState(String name, String value, long millis, OriginClock clock) {
        this.name = name;
        this.value = value;
        this.since = millis;
        this.said = millis;
        this.active = clock.active();
        this.wasNow = clock.isNow(millis);
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

    long active() {
        return active;
    }

    /// Returns whether its present value was passed on.
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

    /// Returns whether it was said to have ended, and was not set as of then or later.
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
    Optional<String> update(String text, long millis, OriginClock clock) {
        if (millis < said) {
            return updateLate(text, millis);
        }
        if (isEndPassed && millis >= missing) {
            resume();
        }
        if (!text.equals(value) && (millis > said || text.compareTo(value) > 0)) {
            sinceBefore = millis > said ? since : sinceBefore;
            value = text;
            since = millis;
            isPassed = false;
        }
        said = millis;
        active = clock.active();
        wasNow |= clock.isNow(millis);
        if (!isEndPassed) {
            missing = NEVER;
        }
        return Optional.empty();
    }

    /// It is said to be this since an earlier instant than the one at which it was first said. Where it was said to be
    /// something else at that instant, it is so from then on: whoever says since when counts in whole seconds.
    ///
    /// @return whether that is news
    boolean date(String text, long sinceMillis) {
        var dated = Math.max(sinceMillis, sinceBefore + 1);
        if (!text.equals(value) || sinceMillis <= 0 || dated >= since) {
            return false;
        }
        since = dated;
        isPassed = false;
        return true;
    }

    /// It has not ended after all: that is taken back as of the same instant.
    private void resume() {
        isEndPassed = false;
        isPassed = false;
        since = missing;
    }

    private Optional<String> updateLate(String text, long millis) {
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
