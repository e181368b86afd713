package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.LatencyTables;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Scope;
import java.time.Instant;
import java.time.InstantSource;

/// Declares `/api/v1/latency`.
final class LatencyEndpoint {
    private LatencyEndpoint() {}

    static Endpoint<?, ?> of(LatencyTables latency, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/latency",
                        "how long pods wait to be admitted, scheduled, running and ready",
                        Question.of(PodParameters.ALL, asked -> question(asked, clock.instant())),
                        Document.of(LatencyPage.SHAPE)
                                .orTable(LatencyPage.TABLE)
                                .inPages(LatencyPage::next),
                        asked -> new Answered<>(new LatencyPage(asked, latency.answer(asked.question()))))
                .telling(Scope.BY_TEAM);
    }

    private static PodParameters.Paged question(Asked asked, Instant now) {
        // The table is the same answer, written in another way.
        var _ = asked.format();
        return PodParameters.of(asked, now);
    }
}
