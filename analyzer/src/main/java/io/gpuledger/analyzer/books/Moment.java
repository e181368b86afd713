package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.clock.Timekeeper;
import java.time.Instant;

/// The moment at which the books are kept, in milliseconds since 1970.
///
/// @param now until when hours are booked
/// @param passed the time that has passed for sure, by which hours are settled
/// @param latest the latest time that this machine or any other takes it to be; an hour that ends after it is over for
///     nobody, and is not settled
/// @param isWitnessed whether anybody but this machine knows what time it is
record Moment(long now, long passed, long latest, boolean isWitnessed) {
    static Moment of(Timekeeper clock, Instant now) {
        return new Moment(
                now.toEpochMilli(),
                clock.passed().toEpochMilli(),
                clock.latest().toEpochMilli(),
                clock.isWitnessed());
    }

    /// Whether it is known which time has passed for sure.
    boolean isBorneOut() {
        return passed > 0;
    }
}
