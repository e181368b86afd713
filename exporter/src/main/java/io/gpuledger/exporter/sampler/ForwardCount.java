package io.gpuledger.exporter.sampler;

/// A driver's count, made to go only forward: when the driver starts again from zero, it goes on from where it was.
final class ForwardCount {
    private double before;
    private double latest;

    /// Takes in what the driver says now, and returns the total.
    double advance(double raw) {
        if (raw < latest) {
            before += latest;
        }
        latest = raw;
        return total();
    }

    double total() {
        return before + latest;
    }
}
