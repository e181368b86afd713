package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.books.WholeHours;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.store.findings.FindingQuestion;
import io.gpuledger.analyzer.store.findings.FindingQuestion.State;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Page;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Reading;
import io.gpuledger.analyzer.web.api.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Declares what `/api/v1/findings` can be asked, and reads it.
final class FindingParameters {
    static final List<String> KINDS =
            Arrays.stream(FindingKind.values()).map(FindingKind::word).toList();
    static final List<String> SEVERITIES =
            Arrays.stream(Severity.values()).map(Severity::word).toList();

    private static final int MOST = 10_000;
    private static final Duration USUAL = Duration.ofDays(7);
    static final List<String> STATES =
            Arrays.stream(State.values()).map(State::word).toList();
    private static final Reading<Long> TIME = Reading.of(Schema.Plain.WRITTEN_TIME, WholeHours::parseAny);

    private static final One<State> STATE = new One<>(
            "state",
            Reading.oneOf("state", STATES).then(FindingParameters::state),
            State.OPEN,
            "`open`",
            "Only those that are open, or only those that are over, or both.");
    private static final One<Long> FROM = new One<>(
            "from",
            TIME,
            0L,
            "seven days before `to`",
            "Where the time begins: those that were over by then are left out.");
    private static final One<Long> TO =
            new One<>("to", TIME, 0L, "now", "Where the time ends: those that were opened after that are left out.");
    static final One<Optional<String>> CLUSTER = only("cluster", Reading.TEXT);
    static final One<Optional<String>> NODE = only("node", Reading.TEXT);
    static final One<Optional<String>> GPU = only("gpu", Reading.TEXT);
    static final One<Optional<String>> KIND = only("kind", Reading.oneOf("kind", KINDS));
    static final One<Optional<String>> SEVERITY = only("severity", Reading.oneOf("severity", SEVERITIES));
    private static final Paging PAGING = Paging.withTable(MOST, 1_000, "findings");

    static final List<Parameter> ALL =
            PAGING.after(STATE, FROM, TO, CLUSTER, NODE, GPU, KIND, SEVERITY, Format.PARAMETER);

    /// Holds what was asked, and for which page of the answer.
    record Paged(FindingQuestion question, Page page) {}

    /// These say which findings a page is about.
    static final List<Parameter> FILTERS = List.of(CLUSTER, NODE, GPU, KIND, SEVERITY);

    private FindingParameters() {}

    private static State state(String word) {
        return Arrays.stream(State.values())
                .filter(state -> state.word().equals(word))
                .findFirst()
                .orElseThrow();
    }

    private static One<Optional<String>> only(String name, Reading<String> reading) {
        return new One<>(name, reading.then(Optional::of), Optional.empty(), "all", "Only these.");
    }

    static Paged of(Asked asked, Instant now) {
        var to = asked.get(TO.or(now.toEpochMilli()));
        var from = asked.get(FROM.or(Math.max(0, to - USUAL.toMillis())));
        if (from >= to) {
            asked.problem(FROM, "must be before to");
        }
        var window = from < to ? new Span(from, to) : new Span(0, 1);
        var page = PAGING.ofTable(asked, MOST, again(window));
        var question =
                some(asked, page.limit(), now).of(asked.get(STATE), window).after(page.skip());
        return new Paged(question, page);
    }

    /// Returns what asks about the same time at any later moment.
    private static Map<Parameter, Object> again(Span window) {
        return Map.of(FROM, Instant.ofEpochMilli(window.from()), TO, Instant.ofEpochMilli(window.to()));
    }

    /// Asks for what is open, as far as the filters want it.
    static FindingQuestion some(Asked asked, int limit, Instant now) {
        return new FindingQuestion(
                new Span(0, now.toEpochMilli() + 1),
                State.OPEN,
                asked.get(CLUSTER),
                asked.get(NODE),
                asked.get(GPU),
                asked.get(KIND),
                asked.get(SEVERITY),
                Teams.of(asked),
                0,
                limit,
                now.toEpochMilli());
    }
}
