package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.store.findings.FindingAnswers.Answer;
import java.time.Instant;

/// The page at `/` says where the time of the last week went, what is wrong, and what GPUs are now.
final class FleetPage {
    private FleetPage() {}

    static Node of(FleetWeek week, Answer findings, Present present, Instant now) {
        if (week.isEmpty()) {
            return findings.findings().isEmpty() ? empty() : Node.of(empty(), FindingsSection.of(findings, now));
        }
        return Node.of(
                Headline.of(week),
                week.hours() <= 24
                        ? status("The books have no full day of the last seven: until they do, this is about the last"
                                + " 24 hours.")
                        : Node.NONE,
                FindingsSection.of(findings, now),
                StatesSection.of(week),
                TeamsSection.of(week),
                PresentSection.of(present, now),
                DaysSection.of(week),
                CausesSection.of(week));
    }

    /// @param why completes a sentence that begins with "the database"
    static Node away(String why, Present present, Instant now) {
        return Node.of(
                status("The books cannot be read: the database " + why
                        + ". What comes in meanwhile is kept, and booked when it is back; reload this page then."),
                PresentSection.of(present, now));
    }

    private static Node empty() {
        return Node.of(
                Element.of("p", "Nothing is in the books yet.").with("class", "headline"),
                Element.of(
                        "p",
                        Node.text("Name exporters to scrape with --scrape-targets (how that goes is at "),
                        Element.of("a", TargetsEndpoint.PATH).with("href", TargetsEndpoint.PATH),
                        Node.text("), or let Prometheus send what it has to /api/v1/write. The first hour is booked"
                                + " within minutes, and this page shows it.")));
    }

    private static Node status(String text) {
        return Node.of(Sections.note(text).with("role", "status"), Node.LINE);
    }
}
