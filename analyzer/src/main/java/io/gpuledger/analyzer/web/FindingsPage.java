package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Right;
import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.findings.FindingAnswers;
import io.gpuledger.analyzer.store.findings.FindingAnswers.Answer;
import io.gpuledger.analyzer.store.findings.FindingQuestion;
import io.gpuledger.analyzer.store.findings.FindingQuestion.State;
import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.StoredFinding;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Html;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Question;
import io.gpuledger.analyzer.web.api.Scope;
import io.gpuledger.analyzer.web.page.Column;
import io.gpuledger.analyzer.web.page.Frame;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Link;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// The page at `/findings` lists what is wrong, one by one, and what was within a week. On it one says that one has
/// seen to something.
final class FindingsPage {
    static final String PATH = "/findings";

    private static final Duration PAST = Duration.ofDays(7);
    private static final int ROWS_MAX = 300;

    /// What the page is made of.
    ///
    /// @param mayChange whether who looks at it may say that he has seen to something
    private record Shown(Answer open, Answer closed, Instant now, boolean mayChange) {}

    private record Wanted(FindingQuestion open, boolean mayChange) {}

    private FindingsPage() {}

    /// @param links where the foot of the page leads to
    static Endpoint<?, ?> endpoint(FindingAnswers answers, List<Link> links, InstantSource clock) {
        return new Endpoint<>(
                        PATH,
                        "what is wrong, one by one, and what was within a week, for people",
                        Question.of(
                                FindingParameters.FILTERS,
                                asked -> new Wanted(
                                        FindingParameters.some(asked, ROWS_MAX, clock.instant()),
                                        asked.viewer().may(Right.CHANGE))),
                        new Html<Shown>(
                                (shown, viewer) -> Frame.of(PATH, links, viewer).around(of(shown))),
                        asked -> new Answered<>(shown(answers, asked)))
                .telling(Scope.BY_TEAM);
    }

    private static Shown shown(FindingAnswers answers, Wanted wanted) {
        var open = wanted.open();
        var now = Instant.ofEpochMilli(open.at());
        var week = new Span(now.minus(PAST).toEpochMilli(), open.at() + 1);
        return new Shown(answers.answer(open), answers.answer(open.of(State.CLOSED, week)), now, wanted.mayChange());
    }

    private static Node of(Shown shown) {
        var heard = shown.open().findings().stream()
                .filter(one -> one.mute().isEmpty())
                .toList();
        var muted = shown.open().findings().stream()
                .filter(one -> one.mute().isPresent())
                .toList();
        List<Column<FindingGroup>> acts = shown.mayChange()
                ? List.of(new Column<>(
                        "",
                        "words act",
                        group -> MuteForms.toMute(group.findings().getFirst())))
                : List.of();
        return Node.of(
                Sections.heading("What is wrong"),
                heard.isEmpty()
                        ? Element.of("p", "Nothing is known to be wrong with any GPU or node that nobody has seen to.")
                        : table("The gravest first, and of these the latest.", heard, shown.now(), acts),
                left(shown.open(), "open"),
                muted(muted, shown),
                Sections.heading("What is over, of the last week"),
                shown.closed().findings().isEmpty()
                        ? Element.of("p", "Nothing was found that is over.")
                        : table("The gravest first.", shown.closed().findings(), shown.now(), List.of()),
                left(shown.closed(), "closed"),
                Sections.aside(
                        Element.of("a", "How often hardware fails").with("href", "failures"),
                        Node.text(", which nodes do more than others, and what failed together.")));
    }

    private static Node muted(List<StoredFinding> muted, Shown shown) {
        if (muted.isEmpty()) {
            return Node.NONE;
        }
        var why = new Column<FindingGroup>(
                "Muted",
                "words act",
                group -> group.findings()
                        .getFirst()
                        .mute()
                        .<Node>map(mute -> why(mute, shown.mayChange()))
                        .orElse(Node.NONE));
        return Node.of(
                Sections.heading("Muted, as somebody has seen to it"),
                table("Nobody is told of these until then.", muted, shown.now(), List.of(why)));
    }

    private static Node why(Mute mute, boolean mayChange) {
        return Node.of(Element.of("div", FindingsSection.words(mute)), mayChange ? MuteForms.toEnd(mute) : Node.NONE);
    }

    private static Node table(
            String caption, List<StoredFinding> findings, Instant now, List<Column<FindingGroup>> more) {
        var columns = new ArrayList<>(FindingColumns.of(now));
        columns.addAll(more);
        return new Grid<>(
                        "wide stack",
                        caption,
                        columns,
                        findings.stream().map(FindingGroup::of).toList(),
                        List.of())
                .node();
    }

    private static Node left(Answer answer, String state) {
        var left = answer.count() - answer.findings().size();
        return left == 0
                ? Node.NONE
                : Sections.note("There are %,d more: /api/v1/findings?state=%s&limit=10000 has them all."
                        .formatted(left, state));
    }
}
