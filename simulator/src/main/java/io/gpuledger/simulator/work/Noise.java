package io.gpuledger.simulator.work;

/// Randomness without state: the same key and place give the same number, in whatever order they are asked for.
record Noise(long key) {
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    /// Uniform from 0 to below 1.
    double at(long place) {
        return (mix(key + GOLDEN_RATIO * (place + 1)) >>> 11) * 0x1p-53;
    }

    /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    private static long mix(long state) {
        var once = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        var twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }
}
