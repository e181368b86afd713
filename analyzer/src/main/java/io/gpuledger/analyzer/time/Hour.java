package io.gpuledger.analyzer.time;

/// The hours of UTC, by which books are kept. An hour is named by its begin, in milliseconds since 1970.
public final class Hour {
    public static final long MILLIS = 3_600_000;

    private Hour() {}

    /// Returns the begin of the hour that an instant lies in.
    public static long of(long millis) {
        return Math.floorDiv(millis, MILLIS) * MILLIS;
    }

    /// Returns the span of the hour that begins at an instant.
    public static Span from(long begin) {
        return new Span(begin, begin + MILLIS);
    }
}
