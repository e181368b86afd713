package io.gpuledger.analyzer.store.preference;

/// How often an origin tells of a unit, whether that is kept or not: the median of its last three gaps, so that one
/// outage, or one row that is missing, changes nothing, and another interval is known at its second gap.
final class OriginInterval {
    private static final int USUAL_MILLIS = 30_000;
    private static final int LEAST_MILLIS = 1_000;
    /// An origin that tells of a unit less often than this is not waited for.
    private static final int MOST_MILLIS = 300_000;
    private static final int NONE = 0;

    private final String origin;
    private long lastMillis;
    private int gap;
    private int gapBefore;
    private int gapBeforeThat;

    OriginInterval(String origin, long millis) {
        this.origin = origin;
        this.lastMillis = millis;
    }

    String origin() {
        return origin;
    }

    boolean isOf(String other) {
        return origin.equals(other);
    }

    /// Rows of the same instant, and late ones, say nothing of it.
    void note(long millis) {
        if (millis > lastMillis) {
            gapBeforeThat = gapBefore;
            gapBefore = gap;
            gap = Math.clamp(millis - lastMillis, LEAST_MILLIS, MOST_MILLIS);
            lastMillis = millis;
        }
    }

    int intervalMillis() {
        if (gap == NONE) {
            return USUAL_MILLIS;
        }
        if (gapBefore == NONE) {
            return gap;
        }
        var smaller = Math.min(gap, gapBefore);
        return gapBeforeThat == NONE ? smaller : Math.max(smaller, Math.min(Math.max(gap, gapBefore), gapBeforeThat));
    }
}
