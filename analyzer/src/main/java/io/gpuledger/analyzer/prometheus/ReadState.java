package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// How far it is with a Prometheus that is read.
///
/// @param source which Prometheus it is, and which shard of it
/// @param way empty until one is found
/// @param samples that were read since the start
/// @param perSecond how many are read in a second, while the past is
/// @param left of the past
/// @param toGo how long it takes to read what is left, if it goes on as it does
/// @param reached how new the newest samples may be that were read; empty while none were
/// @param trouble why nothing can be read now
/// @param rest why nothing is asked for now, though it could be
/// @param gaps the times of which it has no samples at all, as far as it was read, the newest first, and not all of
///     them where there are many
/// @param lacks what it does not have, and reports would be better with
public record ReadState(
        String source,
        Optional<Way> way,
        long samples,
        double perSecond,
        Duration left,
        Duration toGo,
        Optional<Instant> reached,
        Optional<String> trouble,
        Optional<String> rest,
        List<Span> gaps,
        List<Lack> lacks) {
    public ReadState {
        gaps = List.copyOf(gaps);
        lacks = List.copyOf(lacks);
    }

    /// Returns the same where nothing can be read now.
    ReadState inTrouble(Optional<Way> by, String why) {
        return new ReadState(
                source, by, samples, 0, left, Duration.ZERO, reached, Optional.of(why), Optional.empty(), gaps, lacks);
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
