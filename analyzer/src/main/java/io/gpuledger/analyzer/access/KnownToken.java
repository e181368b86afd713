package io.gpuledger.analyzer.access;

import io.gpuledger.service.auth.TokenHash;
import java.time.Instant;
import java.util.Optional;

/// A token that the access file lists.
///
/// @param expires from when on it lets nobody in; without it, it lets somebody in for good
public record KnownToken(String name, TokenHash hash, Grant grant, Optional<Instant> expires) {
    public boolean isGood(Instant now) {
        return expires.map(now::isBefore).orElse(true);
    }
}
