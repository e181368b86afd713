package io.gpuledger.analyzer.fit;

/// Keeps what a check has found on each node, as a number that nodes with the same findings share.
final class Outcome {
    private final Check check;
    private final int[] of;
    private final boolean isSilent;

    /// @param of for each node the number of what was found; 0 is nothing
    Outcome(Check check, int[] of) {
        this.check = check;
        this.of = of;
        this.isSilent = isZero(of);
    }

    private static boolean isZero(int[] numbers) {
        for (var number : numbers) {
            if (number != 0) {
                return false;
            }
        }
        return true;
    }

    /// Says whether it found nothing anywhere.
    boolean isSilent() {
        return isSilent;
    }

    Check check() {
        return check;
    }

    int[] of() {
        return of;
    }
}
