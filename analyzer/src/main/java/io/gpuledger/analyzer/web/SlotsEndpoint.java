package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.pods.StrandedTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Declares `/api/v1/slots`.
final class SlotsEndpoint {
    private record SlotsQuestion(long at, Optional<String> cluster) {}

    private SlotsEndpoint() {}

    static Endpoint<?, ?> of(StrandedTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/slots",
                "for how many pods of each size there is room on one node: now, and if pods stood closer together",
                Question.of(
                        List.of(StrandedEndpoint.CLUSTER, StrandedEndpoint.AT),
                        asked -> new SlotsQuestion(
                                StrandedEndpoint.at(asked, clock.millis()),
                                Optional.of(asked.get(StrandedEndpoint.CLUSTER)).filter(name -> !name.isEmpty()))),
                Document.of(SlotsAnswer.SHAPE),
                asked -> new Answered<>(new SlotsAnswer(asked.at(), tables.room(asked.at(), asked.cluster()))));
    }
}
