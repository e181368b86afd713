package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.findings.FindingAnswers;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Scope;
import java.time.InstantSource;

/// Declares `/api/v1/findings`.
final class FindingsEndpoint {
    private FindingsEndpoint() {}

    static Endpoint<?, ?> of(FindingAnswers answers, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/findings",
                        "what is wrong with GPUs and nodes, or was: since when, whom it hits, what it costs and what"
                                + " to do",
                        Question.of(FindingParameters.ALL, asked -> FindingParameters.of(asked, clock.instant())),
                        Document.of(FindingsAnswer.SHAPE)
                                .orTable(FindingsAnswer.TABLE)
                                .inPages(FindingsAnswer::next),
                        asked -> new Answered<>(new FindingsAnswer(asked, answers.answer(asked.question()))))
                .telling(Scope.BY_TEAM);
    }
}
