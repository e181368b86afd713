package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.story.Span;

/// What a pod did in a minute of the clock, or in that part of it in which it held a unit and was seen: sums over its
/// seconds, in thousandths.
///
/// @param traffic what went most, of memory, PCIe and NVLink, as far as it is known of this pod
record Piece(Span span, long activity, long traffic) {
    static final int MINUTE = 60;
    private static final int QUIET = 10;
    private static final int BLIP = 50;

    /// Says whether the activity is over 1 %.
    boolean isActive() {
        return activity > QUIET * span.seconds();
    }

    /// Says whether nothing is over 1 %.
    boolean isQuiet() {
        return Math.max(activity, traffic) <= QUIET * span.seconds();
    }

    /// Something is over 1 %, and all below 5 %.
    boolean isFaint() {
        return !isQuiet() && Math.max(activity, traffic) < BLIP * span.seconds();
    }
}
