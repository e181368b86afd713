package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.story.Span;

/// What a pod did in a minute of the clock, or in that part of it in which it held a unit and was seen.
///
/// @param activity the sum over its seconds, in thousandths
record Piece(Span span, long activity) {
    static final int MINUTE = 60;
    private static final int QUIET = 10;
    private static final int BLIP = 50;

    /// Not over 1 %.
    boolean isQuiet() {
        return activity <= QUIET * span.seconds();
    }

    /// Over 1 %, and below 5 %.
    boolean isFaint() {
        return !isQuiet() && activity < BLIP * span.seconds();
    }
}
