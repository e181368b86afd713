package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.findings.FailureTables;
import io.gpuledger.analyzer.web.FailureParameters.Wanted;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Declares `/api/v1/failures`, and the page that shows the same.
final class FailuresEndpoint {
    /// Holds what is asked for, and which failures are told of one by one.
    private record Listed(Wanted wanted, Page page) {}

    private static final int ROWS_MAX = 10_000;
    private static final Paging PAGING = Paging.withTable(ROWS_MAX, 1_000, "failures");

    private static final List<Parameter> ALL =
            PAGING.after(FailureParameters.FROM, FailureParameters.TO, FindingParameters.CLUSTER, Format.PARAMETER);

    private FailuresEndpoint() {}

    static Endpoint<?, ?> of(FailureTables tables, InstantSource clock) {
        return new Endpoint<>(
                "/api/v1/failures",
                "how often hardware fails, by cause; which nodes fail more than others, and what failed together",
                Question.of(ALL, asked -> listed(asked, clock.instant())),
                Document.of(FailuresAnswer.SHAPE).orTable(FailuresAnswer.TABLE).inPages(FailuresAnswer::next),
                listed -> new Answered<>(new FailuresAnswer(
                        tables.answer(listed.wanted().window(), listed.wanted().cluster()), listed.page())));
    }

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> page(FailureTables tables, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                FailuresPage.PATH,
                "how often hardware fails, and what to take out of the fleet, for people",
                Question.of(FailureParameters.OF_PAGE, asked -> FailureParameters.wanted(asked, clock.instant())),
                new Html<FailuresPage>((page, viewer) ->
                        Frame.of(FailuresPage.PATH, links, viewer).around(page.node())),
                wanted -> new Answered<>(Both.of(
                        () -> tables.variants(wanted.window(), wanted.cluster()),
                        () -> tables.answer(wanted.window(), wanted.cluster()),
                        (variants, report) -> new FailuresPage(report, variants))));
    }

    private static Listed listed(Asked asked, Instant now) {
        var wanted = FailureParameters.wanted(asked, now);
        return new Listed(wanted, PAGING.ofTable(asked, ROWS_MAX, FailureParameters.again(wanted)));
    }
}
