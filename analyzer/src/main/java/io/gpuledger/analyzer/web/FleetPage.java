package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.report.FleetWeek;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/// The page at `/`, which needs nothing but itself.
final class FleetPage {
    private static final String CSS = css();

    private final Map<String, String> links;

    /// @param links what each path is for, in the order to show them
    FleetPage(Map<String, String> links) {
        this.links = links;
    }

    private static String css() {
        try (var file = Objects.requireNonNull(FleetPage.class.getResourceAsStream("page.css"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String of(FleetWeek week, Present present, Instant now) {
        var page = begin();
        if (week.isEmpty()) {
            empty(page);
        } else {
            var sections = new WeekSections(page, week);
            sections.headline();
            if (week.hours() <= 24) {
                note(
                        page,
                        "The books have no full day of the last seven: until they do, this is about the last"
                                + " 24 hours.");
            }
            sections.states();
            new TeamsSection(page, week).write();
            new PresentSection(page, present, now).write();
            sections.days();
            sections.causes();
        }
        return end(page);
    }

    /// @param why completes a sentence that begins with "the database"
    String away(String why, Present present, Instant now) {
        var page = begin();
        note(
                page,
                "The books cannot be read: the database " + why
                        + ". What comes in meanwhile is kept, and booked when it is back; reload this page then.");
        new PresentSection(page, present, now).write();
        return end(page);
    }

    private static void empty(Markup page) {
        page.tag("p", "Nothing is in the books yet.", "class", "headline");
        page.open("p")
                .text("Name exporters to scrape with --scrape-targets (how that goes is at ")
                .tag("a", "/api/v1/targets", "href", "/api/v1/targets")
                .text("), or let Prometheus send what it has to /api/v1/write. The first hour is booked within"
                        + " minutes, and this page shows it.")
                .close("p");
    }

    private static void note(Markup page, String text) {
        page.tag("p", text, "class", "note", "role", "status").line();
    }

    private static Markup begin() {
        var page = new Markup();
        page.open("html", "lang", "en").open("head").line();
        page.open("meta", "charset", "utf-8");
        page.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.tag("title", "gpu-ledger: where GPU time goes").line();
        page.style(CSS).close("head").line().open("body").line();
        page.open("header")
                .tag("h1", "gpu-ledger")
                .tag("p", "where GPU time goes", "class", "faint")
                .close("header")
                .line()
                .open("main");
        return page;
    }

    private String end(Markup page) {
        page.close("main").line().open("footer").open("ul");
        links.forEach((path, purpose) -> page.line()
                .open("li")
                .tag("a", path, "href", path)
                .text(" " + purpose)
                .close("li"));
        page.close("ul").close("footer").close("body").close("html").line();
        return page.toString();
    }
}
