package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.store.findings.FindingAnswers;
import io.gpuledger.analyzer.store.postgres.CannotAskException;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.Meanwhile;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// Declares `/`, the page for people.
final class OverviewEndpoint {
    private OverviewEndpoint() {}

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> of(
            FleetWeeks weeks,
            FindingAnswers findings,
            Supplier<Present> present,
            InstantSource clock,
            List<Link> links) {
        return new Endpoint<>(
                "/",
                "where the fleet's time went in the last week, what is wrong, and what GPUs are now",
                Question.of(OverviewQuestion.ALL, asked -> OverviewQuestion.of(asked, clock.instant())),
                new Html<>((node, viewer) -> Frame.of("/", links, viewer).around(node)),
                asked -> answer(asked, weeks, findings, present, clock.instant()));
    }

    private static Outcome<Node> answer(
            OverviewQuestion asked, FleetWeeks weeks, FindingAnswers findings, Supplier<Present> present, Instant now) {
        try {
            var week =
                    asked.time().window().map(window -> weeks.of(window, now)).orElseGet(() -> weeks.last(now));
            var open = findings.answer(FindingsSection.question(now));
            return new Answered<>(new OverviewPage(asked, week, open, present.get(), now).node());
        } catch (CannotAskException e) {
            return new Meanwhile<>(OverviewPage.away(String.valueOf(e.getMessage()), present.get(), now));
        }
    }
}
