package io.gpuledger.analyzer.fit;

/// Keeps what a check has found on each node, as a number that nodes with the same findings share.
final class Outcome {
    private final Check check;
    private final int[] of;

    /// @param of for each node the number of what was found; 0 is nothing
    Outcome(Check check, int[] of) {
        this.check = check;
        this.of = of;
    }

    Check check() {
        return check;
    }

    int[] of() {
        return of;
    }
}
