package io.gpuledger.analyzer.benchmark;

/// Samples that a program has taken in.
///
/// @param ignored those that mean nothing to it, or say what others said already: it has read them all the same
record Taken(double kept, double ignored) {
    double all() {
        return kept + ignored;
    }

    Taken since(Taken before) {
        return new Taken(kept - before.kept, ignored - before.ignored);
    }
}
