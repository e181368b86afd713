package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.report.FleetWeek;
import io.gpuledger.analyzer.store.findings.FindingAnswers.Answer;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Instant;
import java.util.Map;

/// The page at `/` says where the time of the last days went, what is wrong, and what GPUs are now.
record OverviewPage(OverviewQuestion asked, FleetWeek week, Answer findings, Present present, Instant now) {
    Node node() {
        if (!week.isEmpty()) {
            return shown();
        }
        var nothing = asked.time().window().isPresent() ? Node.of(time(), noBooks()) : empty();
        return findings.findings().isEmpty() ? nothing : Node.of(nothing, FindingsSection.of(findings, now));
    }

    private Node shown() {
        return Node.of(
                Headline.of(week),
                MoneyNow.of(present),
                time(),
                asked.time().window().isEmpty() && week.hours() <= 24
                        ? status("The books have no full day of the last seven: until they do, this is about the last"
                                + " 24 hours.")
                        : Node.NONE,
                FindingsSection.of(findings, now),
                new FunnelSection(week, asked.target()).node(),
                StatesSection.of(week),
                TeamsSection.of(week),
                PresentSection.of(present, now),
                DaysSection.of(week),
                CausesSection.of(week));
    }

    private Node time() {
        var target = Element.of("input")
                .with("name", OverviewQuestion.TARGET.name())
                .with("type", "number")
                .with("min", "1")
                .with("max", "100")
                .with("value", String.valueOf(asked.target()));
        var kept = asked.target() == OverviewQuestion.TARGET.usual()
                ? Map.<String, String>of()
                : Map.of(OverviewQuestion.TARGET.name(), String.valueOf(asked.target()));
        return new TimeForm(
                        "./", week.window(), RecentTime.OF_BOOKS, asked.time().last(), Map.of())
                .keeping(kept)
                .node(TimeForm.field("Target in %", target));
    }

    private static Node noBooks() {
        return Element.of("p", "The books have nothing of this time. Choose another.");
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
