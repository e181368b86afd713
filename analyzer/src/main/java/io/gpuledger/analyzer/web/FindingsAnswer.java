package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.store.findings.FindingAnswers.Answer;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Paging;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Declares what `/api/v1/findings` answers.
record FindingsAnswer(FindingParameters.Paged asked, Answer answer) {
    static final Shape<FindingsAnswer> SHAPE = Shape.of(
            "data",
            Field.of("at", Type.MILLIS, answer -> answer.asked().question().at(), "Of when this is."),
            Field.of(
                    "state",
                    Type.oneOf(FindingParameters.STATES),
                    answer -> answer.asked().question().state().word(),
                    "Which were asked for."),
            Field.part(Hours.SHAPE, answer -> answer.asked().question().window()),
            Field.of(
                    "by_severity",
                    Type.map("severity", Type.WHOLE_NUMBER),
                    FindingsAnswer::bySeverity,
                    "How many there are of each severity, on all pages, with those that are muted."),
            Paging.field(
                    answer -> answer.asked().page(), answer -> answer.answer().count()),
            Field.of(
                    "findings",
                    Type.list(Type.object(FindingFields.SHAPE)),
                    FindingsAnswer::rows,
                    "Those that are open first, then the gravest, and of these the latest."));

    static final Table<FindingsAnswer, FindingFields.Row> TABLE =
            new Table<>(FindingFields.CELLS, FindingsAnswer::rows, answer -> Map.of("cost", answer.currencies()));

    Optional<String> next() {
        return asked.page().nextQuery(answer.count());
    }

    private List<FindingFields.Row> rows() {
        return answer.findings().stream()
                .map(stored -> new FindingFields.Row(stored, asked.question().at()))
                .toList();
    }

    private List<String> currencies() {
        return answer.findings().stream()
                .flatMap(stored -> stored.cost().stream())
                .map(Money::currency)
                .distinct()
                .sorted()
                .toList();
    }

    /// Each is there, and 0 where there is none.
    private Map<String, Number> bySeverity() {
        return Arrays.stream(Severity.values())
                .collect(Collectors.toMap(
                        Severity::word,
                        severity -> Optional.ofNullable(answer.bySeverity().get(severity))
                                .orElse(0L),
                        (one, _) -> one,
                        LinkedHashMap::new));
    }
}
