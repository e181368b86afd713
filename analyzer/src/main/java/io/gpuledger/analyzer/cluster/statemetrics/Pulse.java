package io.gpuledger.analyzer.cluster.statemetrics;

/// The time for which an origin was heard, by the times that it tells. While it is silent it does not go on: what was
/// not said then may still be so.
final class Pulse {
    /// Longer is nobody's interval, but a silence.
    private static final long STEP_MAX_MILLIS = 60_000;
    /// Of what is told in pieces, some comes later than the rest.
    private static final long PRESENT_MILLIS = 5 * 60_000;

    private long newest = Long.MIN_VALUE;
    private long heard;
    private long step = STEP_MAX_MILLIS;

    void hear(long millis) {
        if (newest == Long.MIN_VALUE) {
            newest = millis;
        } else if (millis > newest) {
            step = Math.min(millis - newest, STEP_MAX_MILLIS);
            heard += step;
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

    /// From the instant before the latest to that.
    long step() {
        return step;
    }

    /// Milliseconds.
    long heard() {
        return heard;
    }
}
