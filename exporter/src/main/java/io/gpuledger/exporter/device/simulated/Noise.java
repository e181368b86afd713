package io.gpuledger.exporter.device.simulated;

/// Randomness without state: the same key and place give the same number, in whatever order they are asked for.
/// A load is therefore a function of time, and a read of one GPU never moves another.
public record Noise(long key) {
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    /// An independent source for a part of what this one is for.
    Noise part(long number) {
        return new Noise(bits(number));
    }

    long bits(long place) {
        return mix(key + GOLDEN_RATIO * (place + 1));
    }

    /// Returns a number from 0 to below 1, all of which are equally likely.
    public double at(long place) {
        return uniform(bits(place));
    }

    double at(long stream, long place) {
        return uniform(mix(bits(stream) + GOLDEN_RATIO * (place + 1)));
    }

    private static double uniform(long bits) {
        return (bits >>> 11) * 0x1p-53;
    }

    /// This is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    private static long mix(long state) {
        long once = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }
}
