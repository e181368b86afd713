package io.gpuledger.analyzer.web.api;

import io.gpuledger.service.http.Problem;

/// The one kind of problem that its status does not tell from another: of 503, to ask for less is better than to ask
/// again.
final class TooMuch {
    /// Names the kind and leads nowhere. https://www.rfc-editor.org/rfc/rfc4151
    static final String TYPE = "tag:gpu-ledger.io,2026:too-much";

    private TooMuch() {}

    static Problem of(Problem problem) {
        return problem.as(TYPE, "Too Much Asked");
    }
}
