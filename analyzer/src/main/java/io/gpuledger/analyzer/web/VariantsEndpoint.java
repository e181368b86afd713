package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.findings.FailureTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import java.time.InstantSource;

/// Declares `/api/v1/variants`.
final class VariantsEndpoint {
    private VariantsEndpoint() {}

    static Endpoint<?, ?> of(FailureTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/variants",
                "which nodes run what on their GPUs (driver, CUDA, VBIOS, ECC), and how often they fail with each",
                Question.of(FailureParameters.OF_ALL, asked -> {
                    var _ = asked.format();
                    return FailureParameters.wanted(asked, clock.instant());
                }),
                Document.of(VariantsAnswer.SHAPE).orTable(VariantsAnswer.TABLE),
                wanted -> new Answered<>(
                        new VariantsAnswer(wanted.window(), tables.variants(wanted.window(), wanted.cluster()))));
    }
}
