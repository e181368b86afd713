package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Scope;
import java.time.InstantSource;

/// Declares `/api/v1/ledger`.
public final class LedgerEndpoint {
    private LedgerEndpoint() {}

    public static Endpoint<?, ?> of(LedgerTables ledger, InstantSource clock) {
        return new Endpoint<>(
                        "/api/v1/ledger",
                        "how much stands in which accounts",
                        Question.of(LedgerParameters.ALL, asked -> LedgerParameters.of(asked, clock.instant())),
                        Document.of(LedgerPage.SHAPE).orTable(LedgerPage.TABLE).inPages(LedgerPage::nextQuery),
                        asked -> new Answered<>(new LedgerPage(asked, asked.seen(ledger.answer(asked.question())))))
                .telling(Scope.BY_TEAM);
    }
}
