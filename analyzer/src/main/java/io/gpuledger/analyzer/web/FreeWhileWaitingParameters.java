package io.gpuledger.analyzer.web;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.store.pods.WaitingDimension;
import io.gpuledger.analyzer.store.pods.WaitingQuestion;
import io.gpuledger.analyzer.web.api.Asked;
import io.gpuledger.analyzer.web.api.Format;
import io.gpuledger.analyzer.web.api.Parameter;
import io.gpuledger.analyzer.web.api.Parameter.One;
import io.gpuledger.analyzer.web.api.Parameter.Several;
import io.gpuledger.analyzer.web.api.Reading;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Declares what `/api/v1/free-while-waiting` can be asked.
final class FreeWhileWaitingParameters {
    private static final List<WaitingDimension> USUAL =
            List.of(WaitingDimension.FREE_SKU, WaitingDimension.WANTED_SKU, WaitingDimension.REASON);

    private static final Several<WaitingDimension> BY = new Several<>(
            "by",
            Reading.oneOf(
                            "dimension",
                            WaitingDimension.ALL.stream()
                                    .map(WaitingDimension::word)
                                    .toList())
                    .then(word -> WaitingDimension.of(word).orElseThrow()),
            true,
            "`%s`".formatted(USUAL.stream().map(WaitingDimension::word).collect(joining(","))),
            "What rows are told apart by, each once. The `team` is that of the pods which waited; `wanted_sku` names"
                    + " the kinds of GPUs that they would have taken, and is `null` for any.");

    private static final One<Integer> LIMIT =
            new One<>("limit", Reading.upTo(WaitingQuestion.LIMIT_MAX), 1_000, "1,000", "How many rows there may be.");

    private static final Map<WaitingDimension, Several<String>> FILTERS = filters();

    static final List<Parameter> ALL = Stream.<Parameter>concat(
                    Stream.of(Hours.FROM, Hours.TO, BY, Format.PARAMETER, LIMIT), FILTERS.values().stream())
            .toList();

    private FreeWhileWaitingParameters() {}

    private static Map<WaitingDimension, Several<String>> filters() {
        var filters = new EnumMap<WaitingDimension, Several<String>>(WaitingDimension.class);
        WaitingDimension.ALL.forEach(dimension -> filters.put(
                dimension,
                switch (dimension) {
                    case REASON ->
                        Filter.parameter(
                                dimension.word(),
                                Reading.oneOf(
                                        "reason",
                                        Blocker.ALL.stream().map(Blocker::word).toList()));
                    case CLUSTER, TEAM, FREE_SKU, WANTED_SKU -> Filter.parameter(dimension.word());
                }));
        return filters;
    }

    static WaitingQuestion of(Asked asked, Instant now) {
        // The table is the same answer, written in another way.
        var _ = asked.format();
        return new WaitingQuestion(Hours.of(asked, now), by(asked), only(asked), asked.get(LIMIT));
    }

    private static List<WaitingDimension> by(Asked asked) {
        var by = asked.get(BY);
        if (by.stream().distinct().count() < by.size()) {
            asked.problem(BY, "must name dimensions, each once");
            return USUAL;
        }
        return by.isEmpty() ? USUAL : by;
    }

    private static Map<WaitingDimension, Set<String>> only(Asked asked) {
        var only = new EnumMap<WaitingDimension, Set<String>>(WaitingDimension.class);
        FILTERS.forEach((dimension, filter) -> {
            var values = asked.get(filter);
            if (!values.isEmpty()) {
                only.put(dimension, Set.copyOf(values));
            }
        });
        return only;
    }
}
