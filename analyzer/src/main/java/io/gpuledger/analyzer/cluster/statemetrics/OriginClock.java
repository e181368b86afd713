package io.gpuledger.analyzer.cluster.statemetrics;

/// The time for which an origin was heard, by the times that it tells. While it is silent it does not go on: what was
/// not said then may still be so.
final class OriginClock {
    /// Longer is nobody's interval, but a silence.
    private static final long STEP_MAX_MILLIS = 60_000;
    /// An instant so little before the newest is about the present: where an origin sends pieces, some come later than
    /// the rest.
    private static final long PRESENT_MILLIS = 5 * 60_000;

    private long newest = Long.MIN_VALUE;
    private long active;
    private long step = STEP_MAX_MILLIS;

    void advance(long millis) {
        if (newest == Long.MIN_VALUE) {
            newest = millis;
        } else if (millis > newest) {
            step = Math.min(millis - newest, STEP_MAX_MILLIS);
            active += step;
            newest = millis;
        }
    }

    /// Whether that is about the present, by what is told.
    boolean isNow(long millis) {
        return millis >= newest - PRESENT_MILLIS;
    }

    /// The latest instant that was told of, in milliseconds since 1970.
    long newest() {
        return newest;
    }

    /// Returns the time from the instant before the latest to the latest.
    long step() {
        return step;
    }

    /// Returns for how many milliseconds the origin was active so far.
    long active() {
        return active;
    }
}
