package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.html.Element;
import io.gpuledger.analyzer.html.Node;
import io.gpuledger.analyzer.store.findings.FindingAnswers.Answer;
import io.gpuledger.analyzer.store.findings.FindingQuestion;
import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.StoredFinding;
import io.gpuledger.analyzer.web.page.Grid;
import io.gpuledger.analyzer.web.page.Sections;
import java.time.Instant;
import java.util.List;

/// This section says what is wrong now, the gravest first.
final class FindingsSection {
    private static final int ROWS_MAX = 15;
    private static final int FINDINGS_MAX = 1_000;

    private FindingsSection() {}

    /// Asks for what is open.
    static FindingQuestion question(Instant now) {
        return FindingQuestion.open(now.toEpochMilli(), FINDINGS_MAX);
    }

    static Node of(Answer answer, Instant now) {
        return Node.of(Sections.heading("What is wrong"), content(answer, now));
    }

    private static Node content(Answer answer, Instant now) {
        var heard =
                answer.findings().stream().filter(one -> one.mute().isEmpty()).toList();
        var groups = FindingGroup.all(heard);
        var shown = groups.stream().limit(ROWS_MAX).toList();
        return Node.of(
                shown.isEmpty()
                        ? Element.of("p", "Nothing is known to be wrong with any GPU or node.")
                        : new Grid<>(
                                        "wide stack",
                                        "What somebody has to act on, the gravest first.",
                                        FindingColumns.of(now),
                                        shown,
                                        List.of())
                                .node(),
                muted(answer.findings()),
                all(answer, groups.size() - shown.size()));
    }

    /// What somebody has seen to stands in one line.
    private static Node muted(List<StoredFinding> findings) {
        var mutes = findings.stream().flatMap(one -> one.mute().stream()).toList();
        return mutes.isEmpty()
                ? Node.NONE
                : Sections.aside("Muted, as somebody has seen to it: %,d %s (%s)."
                        .formatted(
                                mutes.size(),
                                mutes.size() == 1 ? "finding" : "findings",
                                FindingColumns.named(mutes.stream()
                                        .map(FindingsSection::words)
                                        .distinct()
                                        .toList())));
    }

    static String words(Mute mute) {
        return "%s until %s: %s".formatted(mute.who(), Period.time(mute.until()), mute.reason());
    }

    private static Node all(Answer answer, int more) {
        var left = answer.count() - answer.findings().size();
        var words = (more > 0 ? "There are %,d more rows. ".formatted(more) : "")
                + (left > 0 ? "Only the gravest %,d findings are looked at here. ".formatted(FINDINGS_MAX) : "");
        return Sections.aside(
                Node.text(words),
                Element.of("a", "All findings").with("href", "findings"),
                Node.text(", one by one, and those that are over; there you can say that you have seen to one."));
    }
}
