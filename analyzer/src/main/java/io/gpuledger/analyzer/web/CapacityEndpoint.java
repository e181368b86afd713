package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.Form.Document;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Outcome.Answered;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Question;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Declares `/api/v1/capacity`.
final class CapacityEndpoint {
    static final String PATH = "/api/v1/capacity";

    private static final Several<String> CLUSTER = Filter.parameter(Dimension.CLUSTER.word());
    private static final Several<String> SKU = Filter.parameter(Dimension.SKU.word());
    private static final List<Parameter> ALL = List.of(Hours.FROM, Hours.TO, CLUSTER, SKU, Format.PARAMETER);

    /// @param only the clusters and kinds of GPUs that count
    private record Wanted(Span window, Map<Dimension, Set<String>> only) {
        LedgerQuestion by(Dimension... by) {
            return new LedgerQuestion(window, List.of(by), only, LedgerQuestion.LIMIT_MAX, 0);
        }
    }

    private record Found(LedgerAnswer byCause, LedgerAnswer byTeam) {}

    private CapacityEndpoint() {}

    static Endpoint<?, ?> of(LedgerTables ledger, InstantSource clock) {
        return new Endpoint<>(
                PATH,
                "how much of the GPUs that were delivered was healthy, reserved, in use and effective, and for whom",
                Question.of(ALL, asked -> wanted(asked, Hours.of(asked, clock.instant()))),
                Document.of(CapacityAnswer.SHAPE).orTable(CapacityAnswer.TABLE),
                wanted -> new Answered<>(answer(ledger, wanted)));
    }

    private static Wanted wanted(Asked asked, Span window) {
        var _ = asked.format();
        var only = new EnumMap<Dimension, Set<String>>(Dimension.class);
        Map.of(Dimension.CLUSTER, CLUSTER, Dimension.SKU, SKU).forEach((dimension, parameter) -> {
            var values = asked.get(parameter);
            if (!values.isEmpty()) {
                only.put(dimension, Set.copyOf(values));
            }
        });
        return new Wanted(window, only);
    }

    private static CapacityAnswer answer(LedgerTables ledger, Wanted wanted) {
        var found = ledger.together(answers -> new Found(
                answers.to(wanted.by(Dimension.STATE, Dimension.CAUSE)),
                answers.to(wanted.by(Dimension.TEAM, Dimension.STATE))));
        return CapacityAnswer.of(wanted.window(), found.byCause(), found.byTeam());
    }
}
