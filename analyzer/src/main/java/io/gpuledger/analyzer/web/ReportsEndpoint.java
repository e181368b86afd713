package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.report.Edition;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letter.Bytes;
import io.gpuledger.analyzer.report.Letters.Draft;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.File;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Outcome.NotFound;
import io.gpuledger.analyzer.web.api.Parameter.InPath;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Link;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Declares `/reports`, which says who gets a letter of a week, and below it each letter as it is mailed, with
/// its files.
final class ReportsEndpoint {
    static final String PATH = "/reports";
    static final String TABLE = "letter.csv";
    static final String TEXT = "letter.txt";

    private static final Reading<Week> WEEK_READING = Reading.of(Schema.Plain.TEXT, Week::parse);
    private static final One<Week> OF_WEEK = new One<>(
            "week",
            WEEK_READING,
            Week.before(Instant.EPOCH),
            "the last that is over",
            "Which week, as ISO 8601 counts them: `2026-W47`.");
    private static final InPath EDITION = new InPath(
            "edition",
            "Whose letter: a team's name, or `-` for the fleet's. Of a team's name `~`, `/`, `\\` and `%` are written"
                    + " `~7E`, `~2F`, `~5C` and `~25`; of `-`, and of a name of dots only, the first is, as `~2D` and"
                    + " `~2E`.");
    private static final InPath WEEK = new InPath("week", "Of which week, as ISO 8601 counts them: `2026-W47`.");
    private static final InPath FILE = new InPath(
            "file", "Which of its files: `trend.png`, `letter.csv`, the table of all numbers, or `letter.txt`.");

    /// Names a letter.
    ///
    /// @param sight of whom who asks may be told
    record Named(Edition edition, Week week, Sight sight) {}

    private record Index(Week week, Sight sight) {}

    private record NamedFile(Named letter, String file) {}

    private record Content(String mediaType, Bytes bytes) {}

    private ReportsEndpoint() {}

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> index(ShownLetters letters, List<Link> links) {
        return new Endpoint<>(
                        PATH,
                        "who gets a letter of a week, and who gets none and why",
                        Question.of(
                                List.of(OF_WEEK),
                                asked -> new Index(asked.get(OF_WEEK.or(letters.last())), asked.sight())),
                        new Html<>(
                                (node, viewer) -> Frame.of(PATH, links, viewer).around(node)),
                        asked -> new Answered<>(ReportsPage.of(
                                asked.week(),
                                letters.weeks(),
                                letters.books().standings(asked.week(), asked.sight()::has),
                                asked.sight().isWhole())))
                .telling(Scope.BY_TEAM);
    }

    static Endpoint<?, ?> letter(ShownLetters letters, List<Link> links) {
        return new Endpoint<>(
                        PATH + "/{edition}/{week}",
                        "the letter as it is mailed, or why there is none",
                        Question.of(List.of(EDITION, WEEK), ReportsEndpoint::named),
                        new Html<LetterPreview>(
                                (preview, viewer) -> preview.html(Frame.of(PATH + "/{edition}/{week}", links, viewer))),
                        asked -> new Answered<>(new LetterPreview(asked, letters.of(asked), letters.weeks())))
                .telling(Scope.BY_TEAM);
    }

    static Endpoint<?, ?> file(ShownLetters letters) {
        return new Endpoint<>(
                        PATH + "/{edition}/{week}/{file}",
                        "a file of a letter",
                        Question.of(
                                List.of(EDITION, WEEK, FILE), asked -> new NamedFile(named(asked), asked.get(FILE))),
                        new File<>(
                                Content::mediaType, content -> content.bytes().copy()),
                        asked -> file(letters.of(asked.letter()).draft(), asked.file()))
                .telling(Scope.BY_TEAM)
                .orNotFound("there is no such letter, or it has no such file");
    }

    private static Named named(Asked asked) {
        var edition = EditionPath.read(asked.get(EDITION));
        try {
            return new Named(edition, WEEK_READING.read().apply(asked.get(WEEK)), asked.sight());
        } catch (IllegalArgumentException e) {
            asked.problem(WEEK, String.valueOf(e.getMessage()));
            return new Named(edition, OF_WEEK.usual(), asked.sight());
        }
    }

    private static Outcome<Content> file(Draft draft, String name) {
        return switch (draft) {
            case Draft.Withheld(var reason) -> new NotFound<>("there is no letter: " + reason);
            case Draft.Written(var letter) ->
                content(letter, name)
                        .<Outcome<Content>>map(Answered::new)
                        .orElseGet(() -> new NotFound<>(
                                "the letter has no %s: it has %s, %s and trend.png".formatted(name, TABLE, TEXT)));
        };
    }

    private static Optional<Content> content(Letter letter, String name) {
        return switch (name) {
            case TABLE -> Optional.of(text("text/csv", letter.table().csv()));
            case TEXT -> Optional.of(text("text/plain", letter.text()));
            default ->
                letter.pictures().stream()
                        .filter(picture -> picture.name().equals(name))
                        .map(picture -> new Content("image/png", picture.png()))
                        .findFirst();
        };
    }

    private static Content text(String mediaType, String text) {
        return new Content(mediaType + "; charset=utf-8", new Bytes(text.getBytes(StandardCharsets.UTF_8)));
    }
}
