package io.gpuledger.analyzer.access;

import io.gpuledger.service.auth.TokenHash;
import java.time.Instant;

/// A token that the access file lists.
///
/// @param expires from when on it lets nobody in; [Instant#MAX] where it always does
public record KnownToken(String name, TokenHash hash, Grant grant, Instant expires) {
    public boolean isGood(Instant now) {
        return now.isBefore(expires);
    }
}
