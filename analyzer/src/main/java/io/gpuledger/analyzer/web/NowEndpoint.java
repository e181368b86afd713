package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotYet;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/// Declares `/api/v1/now`.
final class NowEndpoint {
    private NowEndpoint() {}

    static Endpoint<?, ?> of(Supplier<Present> present, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/now",
                        "what each unit is now, and who holds it",
                        Question.of(NowParameters.ALL, NowParameters::of),
                        Document.of(NowPage.SHAPE).inPages(NowPage::next),
                        asked -> answer(asked, present.get(), clock.instant()))
                .telling(Scope.BY_TEAM);
    }

    private static Outcome<NowPage> answer(NowParameters asked, Present present, Instant now) {
        if (present.at().equals(Instant.EPOCH)) {
            return new NotYet<>("the present is not known yet: it is found out with the first books");
        }
        var wanted = present.entries().stream().filter(asked.isWanted()).toList();
        return new Answered<>(new NowPage(asked, present.at(), now, Units.of(wanted)));
    }
}
