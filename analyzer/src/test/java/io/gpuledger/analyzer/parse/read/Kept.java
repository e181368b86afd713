package io.gpuledger.analyzer.parse.read;

/// A sample with the bits of its value, by which one NaN is told from another.
record Kept(long millis, long bits) {
    static Kept of(long millis, double value) {
        return new Kept(millis, Double.doubleToRawLongBits(value));
    }

    double value() {
        return Double.longBitsToDouble(bits);
    }

    @Override
    public String toString() {
        return "%s (%x) at %d".formatted(value(), bits, millis);
    }
}
