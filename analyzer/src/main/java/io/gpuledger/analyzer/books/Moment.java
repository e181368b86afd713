package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.clock.Timekeeper;
import java.time.Instant;

/// When the books are kept, in milliseconds since 1970.
///
/// @param now until when they are
/// @param passed what has passed for sure, by which hours are settled
/// @param latest what nobody says is over yet: no hour of after that is settled
/// @param isWitnessed whether anybody but this machine knows that
record Moment(long now, long passed, long latest, boolean isWitnessed) {
    static Moment of(Timekeeper clock, Instant now) {
        return new Moment(
                now.toEpochMilli(),
                clock.passed().toEpochMilli(),
                clock.latest().toEpochMilli(),
                clock.isWitnessed());
    }

    /// Whether it is known what has passed.
    boolean isBorneOut() {
        return passed > 0;
    }
}
