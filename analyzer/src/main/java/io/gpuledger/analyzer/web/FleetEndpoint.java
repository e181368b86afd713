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
import io.gpuledger.analyzer.web.api.Unknown;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// Declares `/`, the page for people.
final class FleetEndpoint {
    private FleetEndpoint() {}

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
                Question.none(Unknown.REFUSED),
                new Html<>(new Frame(links)::around),
                _ -> answer(weeks, findings, present, clock.instant()));
    }

    private static Outcome<Node> answer(
            FleetWeeks weeks, FindingAnswers findings, Supplier<Present> present, Instant now) {
        try {
            return new Answered<>(
                    FleetPage.of(weeks.last(now), findings.answer(FindingsSection.question(now)), present.get(), now));
        } catch (CannotAskException e) {
            return new Meanwhile<>(FleetPage.away(String.valueOf(e.getMessage()), present.get(), now));
        }
    }
}
