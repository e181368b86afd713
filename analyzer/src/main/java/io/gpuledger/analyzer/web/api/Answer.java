package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.http.Problem;
import java.util.Optional;

/// What is sent to who asks, as it is written down once for all who ask the same.
sealed interface Answer {
    /// All that was asked for.
    ///
    /// @param next the query of the page after this one, where there is one
    record Found(Representation representation, Optional<String> next) implements Answer {}

    /// As much as can be said while the database is away.
    record Meanwhile(Representation representation) implements Answer {}

    /// It is so long that it is written while it is sent.
    record Streamed(Representation.Writer writer) implements Answer {}

    /// Why there is none.
    record Refused(Problem problem) implements Answer {}
}
