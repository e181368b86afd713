package io.gpuledger.analyzer.prometheus;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How far it is with a Prometheus that is read.
///
/// @param way empty until one is found
/// @param samples that were read since the start
/// @param perSecond how many are read in a second, while the past is
/// @param left of the past
/// @param toGo how long it takes to read what is left, if it goes on as it does
/// @param reached how new the newest samples may be that were read; empty while none were
/// @param trouble why nothing is read now
/// @param lacks what it does not have, and reports would be better with
public record ReadState(
        URI url,
        Optional<Way> way,
        long samples,
        double perSecond,
        Duration left,
        Duration toGo,
        Optional<Instant> reached,
        Optional<String> trouble,
        List<Lack> lacks) {
    public ReadState {
        lacks = List.copyOf(lacks);
    }

    /// Whether it was not asked for anything yet.
    public boolean isToBegin() {
        return trouble.isEmpty() && reached.isEmpty() && left.isZero();
    }

    /// Whether all of the past was read.
    public boolean isFilled() {
        return reached.isPresent() && left.isZero();
    }
}
