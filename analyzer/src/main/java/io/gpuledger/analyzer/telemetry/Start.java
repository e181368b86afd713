package io.gpuledger.analyzer.telemetry;

/// When an exporter started, in seconds since 1970, as it says itself.
public final class Start {
    /// Where it is reckoned from how long ago it was, it is another by up to a second each time.
    private static final double WOBBLE = 3;

    private Start() {}

    public static boolean isSame(double one, double other) {
        return Math.abs(one - other) <= WOBBLE;
    }
}
