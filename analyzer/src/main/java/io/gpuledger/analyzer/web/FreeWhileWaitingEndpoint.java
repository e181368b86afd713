package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.WaitingTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import java.time.InstantSource;

/// Declares `/api/v1/free-while-waiting`.
final class FreeWhileWaitingEndpoint {
    private FreeWhileWaitingEndpoint() {}

    static Endpoint<?, ?> of(WaitingTables waiting, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/free-while-waiting",
                "which GPUs stood free while pods waited for GPUs, and what stood between them",
                Question.of(
                        FreeWhileWaitingParameters.ALL, asked -> FreeWhileWaitingParameters.of(asked, clock.instant())),
                Document.of(FreeWhileWaitingPage.SHAPE)
                        .orTable(FreeWhileWaitingPage.TABLE)
                        .inPages(FreeWhileWaitingPage::next),
                asked -> new Answered<>(new FreeWhileWaitingPage(asked, waiting.answer(asked.question()))));
    }
}
