package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Severity;
import java.time.Instant;
import java.util.Optional;

/// What one Alertmanager was told of a finding under one severity. There is one as soon as anything may be on its
/// way.
///
/// @param fired when it first took word that the finding is open; empty while it has not
/// @param resolved when it first took word that this is over; empty while it has not
public record Notice(Key key, Optional<Instant> fired, Optional<Instant> resolved) {
    /// Of which finding it is, and under which severity.
    public record Key(long finding, Severity severity) {}
}
