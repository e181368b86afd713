package io.gpuledger.analyzer.web;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.store.pods.PodDimension;
import io.gpuledger.analyzer.store.pods.PodQuestion;
import io.gpuledger.analyzer.time.Span;
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

/// Declares what can be asked about pods: how long they waited, and what interrupted them.
final class PodParameters {
    private static final List<PodDimension> USUAL = List.of(PodDimension.TEAM);

    private static final Several<PodDimension> BY = new Several<>(
            "by",
            Reading.oneOf(
                            "dimension",
                            PodDimension.ALL.stream().map(PodDimension::word).toList())
                    .then(word -> PodDimension.of(word).orElseThrow()),
            true,
            "`%s`".formatted(USUAL.stream().map(PodDimension::word).collect(joining(","))),
            "What rows are told apart by, each once. A pod has a `sku` once it is on a node; its `size` is how many"
                    + " GPUs it asks for: `1`, `2-4`, `5-8` or `>8`.");

    private static final One<Integer> LIMIT =
            new One<>("limit", Reading.upTo(PodQuestion.LIMIT_MAX), 1_000, "1,000", "How many rows there may be.");

    private static final Map<PodDimension, Several<String>> FILTERS = filters();

    static final List<Parameter> ALL = Stream.<Parameter>concat(
                    Stream.of(Hours.FROM, Hours.TO, BY, Format.PARAMETER, LIMIT), FILTERS.values().stream())
            .toList();

    private PodParameters() {}

    private static Map<PodDimension, Several<String>> filters() {
        var filters = new EnumMap<PodDimension, Several<String>>(PodDimension.class);
        PodDimension.ALL.forEach(dimension -> filters.put(dimension, Filter.parameter(dimension.word())));
        return filters;
    }

    /// Returns what was asked. What lies ahead has not happened, so a wait is not longer than it is.
    static PodQuestion of(Asked asked, Instant now) {
        var window = Hours.of(asked, now);
        var until = Math.min(window.to(), Math.max(now.toEpochMilli(), window.from()));
        return new PodQuestion(new Span(window.from(), until), by(asked), only(asked), asked.get(LIMIT));
    }

    private static List<PodDimension> by(Asked asked) {
        var by = asked.get(BY);
        if (by.stream().distinct().count() < by.size()) {
            asked.problem(BY, "must name dimensions, each once");
            return USUAL;
        }
        return by.isEmpty() ? USUAL : by;
    }

    private static Map<PodDimension, Set<String>> only(Asked asked) {
        var only = new EnumMap<PodDimension, Set<String>>(PodDimension.class);
        FILTERS.forEach((dimension, filter) -> {
            var values = asked.get(filter);
            if (!values.isEmpty()) {
                only.put(dimension, Set.copyOf(values));
            }
        });
        return only;
    }
}
