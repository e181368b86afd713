package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.InterruptionTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Scope;
import java.time.InstantSource;

/// Declares `/api/v1/interruptions`.
final class InterruptionsEndpoint {
    private InterruptionsEndpoint() {}

    static Endpoint<?, ?> of(InterruptionTables tables, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/interruptions",
                        "how often pods were preempted, evicted or lost with their node, and what that cost",
                        Question.of(
                                PodParameters.ALL.stream()
                                        .filter(parameter -> !parameter.equals(Format.PARAMETER))
                                        .toList(),
                                asked -> PodParameters.of(asked, clock.instant())),
                        Document.of(InterruptionsPage.SHAPE).inPages(InterruptionsPage::next),
                        asked -> new Answered<>(new InterruptionsPage(asked, tables.answer(asked.question()))))
                .telling(Scope.BY_TEAM);
    }
}
