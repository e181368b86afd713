package io.gpuledger.analyzer.web.api;

import java.time.Duration;

/// How old an answer may become, by how long it took to find. All is in nanoseconds.
///
///     new for  10 times as long as it took, up to a minute, and for as long as is said at least
///     rests    100 times as long as it took, from ten seconds to two minutes, and for as long as it is new at least
///     over     when it is twice as old as either
///
/// A dear answer is found anew by itself when it has rested. That costs a hundredth of the time of a core at the most.
///
/// @param since when it was asked for, so that it is no older
/// @param isNewFor how long it is given without being found anew
/// @param rests how long it rests until it is found anew by itself; not at all where that is zero
record Age(long since, long isNewFor, long rests) {
    private static final long NEW_MAX = Duration.ofMinutes(1).toNanos();
    private static final int NEW_TIMES = 10;

    /// An answer that takes less time to find is found when somebody asks for it: neither a person nor a program minds
    /// to wait for that.
    private static final long DEAR = Duration.ofMillis(5).toNanos();

    private static final long REST_MIN = Duration.ofSeconds(10).toNanos();
    private static final long REST_MAX = Duration.ofMinutes(2).toNanos();
    private static final int REST_TIMES = 100;

    /// Returns the age of an answer that is still being found, so that nobody knows yet how long it takes.
    static Age unknown(long since, Duration least) {
        return new Age(since, least.toNanos(), 0);
    }

    /// @param least how long it is new at least; where that is zero, it is never new, and never found by itself
    static Age of(long since, long took, Duration least) {
        if (least.isZero()) {
            return new Age(since, 0, 0);
        }
        var isNewFor = Math.max(least.toNanos(), Math.min(took * NEW_TIMES, NEW_MAX));
        var rests = Math.max(isNewFor, Math.clamp(took * REST_TIMES, REST_MIN, REST_MAX));
        return new Age(since, isNewFor, took < DEAR ? 0 : rests);
    }

    boolean isNew(long now) {
        return now - since < isNewFor;
    }

    boolean isOver(long now) {
        return now - since >= 2 * Math.max(isNewFor, rests);
    }

    boolean isDear() {
        return rests > 0;
    }
}
