package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.http.Problem;
import java.util.Optional;

/// Says what is sent to whoever asks. It is written down once for all who ask the same.
sealed interface Answer {
    /// This is all that was asked for.
    ///
    /// @param next the query of the page after this one, where there is one
    record Found(Representation representation, Optional<String> next) implements Answer {}

    /// This is as much as can be said while the database is away, with the advice to ask again.
    record Meanwhile(Representation representation) implements Answer {}

    /// This is so long that it is written while it is sent.
    record Streamed(Representation.Writer writer) implements Answer {}

    /// This says why there is no answer.
    record Refused(Problem problem) implements Answer {}
}
