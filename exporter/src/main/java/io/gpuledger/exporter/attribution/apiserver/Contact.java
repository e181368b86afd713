package io.gpuledger.exporter.attribution.apiserver;

import java.time.Instant;
import java.util.Optional;

/// How it stands with the API server.
///
/// @param lastGood when it last said something
/// @param trouble why it says nothing at present, and what mends it
public record Contact(Optional<Instant> lastGood, Optional<String> trouble) {
    static final Contact NONE = new Contact(Optional.empty(), Optional.empty());
}
