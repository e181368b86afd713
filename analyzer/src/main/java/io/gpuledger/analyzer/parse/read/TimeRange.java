package io.gpuledger.analyzer.parse.read;

/// From when to when samples are wanted, in milliseconds since 1970.
///
/// @param fromMillis the first instant that is wanted
/// @param toMillis the first instant after these that is not wanted, so that ranges can follow each other
public record TimeRange(long fromMillis, long toMillis) {
    public TimeRange {
        if (fromMillis >= toMillis) {
            throw new IllegalArgumentException("nothing is from %d to before %d".formatted(fromMillis, toMillis));
        }
    }

    boolean has(long millis) {
        return millis >= fromMillis && millis < toMillis;
    }
}
